//! The bundles that are compiled into the program.

#[cfg(feature = "bundled-voice")]
use prost::bytes::Bytes;

#[cfg(not(feature = "bundled-voice"))]
use super::bundle::refused;
use super::bundle::{Bundle, MANIFEST};
use crate::Result;
use crate::error::BundleError;

/// Bytes of the program that begin as the weights within them do.
#[cfg(feature = "bundled-voice")]
#[repr(align(64))]
struct Aligned<T: ?Sized>(T);

impl Bundle {
    /// Returns the bundles compiled into the program, the best voice first.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) if the crate was built without the feature `bundled-voice`.
    #[cfg(feature = "bundled-voice")]
    pub fn bundled() -> Result<Vec<Self>> {
        macro_rules! bundle {
            ($folder:literal $(, $file:literal)*) => {
                Self::read(|name| match name {
                    MANIFEST => {
                        let manifest =
                            include_bytes!(concat!("../../models/", $folder, "/manifest.json"));
                        Ok(Bytes::from_static(manifest))
                    }
                    "encoder.onnx" => Ok(graph!($folder, "encoder.onnx")),
                    "decoder.onnx" => Ok(graph!($folder, "decoder.onnx")),
                    $($file => Ok(graph!($folder, $file)),)*
                    _ => Err(BundleError::Missing),
                })
            };
        }
        macro_rules! graph {
            ($folder:literal, $name:literal) => {{
                static GRAPH: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(
                    env!("OUT_DIR"),
                    "/",
                    $folder,
                    ".",
                    $name
                )));
                Bytes::from_static(&GRAPH.0)
            }};
        }
        let mut bundles = vec![
            bundle!(
                "voice-2-native",
                "vikram.encoder.onnx",
                "vikram.decoder.onnx",
                "kavya.encoder.onnx",
                "kavya.decoder.onnx"
            )?,
            bundle!("voice-2-native-lite")?,
        ];
        bundles.iter_mut().for_each(|bundle| bundle.built_in = true);
        Ok(bundles)
    }

    /// Fails, because the crate was built without the feature `bundled-voice`.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) with [`BundleError::NotBundled`].
    #[cfg(not(feature = "bundled-voice"))]
    pub fn bundled() -> Result<Vec<Self>> {
        Err(refused(MANIFEST, BundleError::NotBundled))
    }
}

#[cfg(all(test, feature = "bundled-voice"))]
mod tests {
    use super::*;

    /// One processor's loads are slower across its lines of 64 bytes, another's wherever they are not aligned.
    #[test]
    fn built_in_graphs_are_aligned() {
        for bundle in Bundle::bundled().unwrap() {
            for part in 0..bundle.parts() {
                for file in [bundle.encoder(part).unwrap(), bundle.decoder(part).unwrap()] {
                    assert_eq!(file.bytes.as_ptr() as usize % 64, 0, "{}", file.name);
                }
            }
        }
    }
}
