//! Which bundles are rejected, and with which message.

use std::fs;
use std::path::PathBuf;

use crate::voice;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use vaak::Error;
use vaak::voice::{Bundle, Kernel, Options, Voice};

/// A copy of the bundle to damage.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let copy = std::env::temp_dir().join(format!("vaak-bundle-{}-{name}", std::process::id()));
        fs::create_dir_all(&copy).unwrap();
        for entry in fs::read_dir(voice::folder()).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
        }
        Self(copy)
    }

    fn manifest(&self, change: impl FnOnce(&mut Value)) {
        let path = self.0.join("manifest.json");
        let mut manifest = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut manifest);
        fs::write(path, manifest.to_string()).unwrap();
    }

    /// Replaces a graph, with its right hash in the manifest.
    fn replace(&self, file: &str, bytes: &[u8]) {
        fs::write(self.0.join(file), bytes).unwrap();
        let hash = Sha256::digest(bytes);
        let hash: String = hash.iter().map(|b| format!("{b:02x}")).collect();
        self.manifest(|m| m["files"][file] = json!(hash));
    }

    /// Returns the file and the reason for which the bundle is rejected.
    fn refusal(&self) -> (String, String) {
        let voice = Bundle::open(&self.0).and_then(|b| Voice::load(&b, Options::default()));
        match voice {
            Err(Error::Bundle { file, source }) => (file, source.to_string()),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it was taken"),
        }
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_whole_bundle_is_taken_in_both_forms() {
    let bundle = Bundle::open(&voice::folder()).unwrap();
    for kernel in [Kernel::Integer, Kernel::Float] {
        let kernel = Some(kernel);
        let options = Options { kernel, chunk: 4 };
        let voice = Voice::load(&bundle, options).unwrap();
        assert_eq!(Some(voice.kernel().kernel), kernel);
        assert_eq!(voice.voices(), ["Ananya", "Arjun"]);
    }
}

#[test]
fn a_damaged_file_is_named() {
    for file in ["encoder.onnx", "decoder.onnx"] {
        let copy = Copy::new(&format!("damaged-{file}"));
        let whole = fs::read(copy.0.join(file)).unwrap();
        let mut altered = whole.clone();
        altered[whole.len() / 2] ^= 1;
        for bytes in [&whole[..whole.len() - 1], &altered, &[]] {
            fs::write(copy.0.join(file), bytes).unwrap();
            assert_eq!(copy.refusal().0, file);
        }
        fs::remove_file(copy.0.join(file)).unwrap();
        assert_eq!(copy.refusal().0, file);
    }
}

#[test]
fn a_manifest_that_is_missing_or_cut_is_named() {
    let copy = Copy::new("manifest");
    let path = copy.0.join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 3] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(copy.refusal().0, "manifest.json");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(copy.refusal().0, "manifest.json");
}

#[test]
fn another_version_or_shape_is_refused_for_what_it_is() {
    let wrong = [
        ("/format", json!(2), "format"),
        ("/inventory", json!(1), "inventory"),
        ("/sample_rate", json!(22050), "sample rate"),
        ("/hop", json!(240), "hop"),
        ("/fft", json!(1024), "transform"),
        ("/voices", json!(["Ananya"]), "features"),
        ("/voices", json!([]), "voices"),
        ("/encoder/width", json!(100_000_000), "width"),
        ("/encoder/lookahead", json!(0), "look-ahead"),
        ("/decoder/lookahead", json!(99), "look-ahead"),
        ("/decoder/cache", json!([1 << 20, 1 << 20]), "cache"),
        ("/decoder/inputs", json!(195), "inputs"),
        ("/encoder/file", json!("../encoder.onnx"), "file name"),
        ("/noise_bands", json!([0.0, 12000.0, 9000.0]), "bands"),
        ("/harmonic_bands", json!([0.0]), "bands"),
    ];
    for (at, value, reason) in wrong {
        let copy = Copy::new("shape");
        copy.manifest(|m| *m.pointer_mut(at).unwrap() = value);
        let (file, found) = copy.refusal();
        assert_eq!(file, "manifest.json", "{at}: {found}");
        assert!(found.contains(reason), "{at}: {found}");
    }
}

#[test]
fn a_graph_that_is_not_what_its_manifest_says_is_refused() {
    let copy = Copy::new("graph");
    let [encoder, decoder] =
        ["encoder.onnx", "decoder.onnx"].map(|file| fs::read(copy.0.join(file)).unwrap());
    copy.replace("decoder.onnx", &encoder);
    assert_eq!(copy.refusal().0, "decoder.onnx");
    for part in [
        0,
        1,
        100,
        1000,
        10_000,
        decoder.len() / 2,
        decoder.len() - 1,
    ] {
        copy.replace("decoder.onnx", &decoder[..part]);
        assert_eq!(copy.refusal().0, "decoder.onnx", "{part} bytes");
    }
    copy.replace("decoder.onnx", &decoder);
    // The right graph with another cache than in the manifest.
    copy.manifest(|m| m["encoder"]["cache"] = json!([8, 192]));
    assert_eq!(copy.refusal().0, "encoder.onnx");
}
