//! Which bundles are rejected, and with which message.

use std::fs;
use std::path::{Path, PathBuf};

use crate::onnx::{self, Graph, INT8};
use crate::voice;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use vaak::Error;
use vaak::voice::{Bundle, Kernel, Options, Voice};
#[cfg(feature = "bundled-voice")]
use vaak::{Engine, Settings};

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
        let loaded = Bundle::open(&self.0).and_then(|bundle| {
            let load = |part| Voice::load(&bundle, part, Options::default()).map(drop);
            (0..bundle.parts()).try_for_each(load)
        });
        match loaded {
            Err(Error::Bundle { file, source }) => {
                // What cannot be opened is told with its folder.
                let inside = Path::new(&file).strip_prefix(&self.0).ok();
                let name = inside.map(|name| name.display().to_string());
                (name.unwrap_or(file), source.to_string())
            }
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
        for part in 0..bundle.parts() {
            let voice = Voice::load(&bundle, part, options).unwrap();
            assert_eq!(Some(voice.kernel().kernel), kernel);
            assert_eq!(voice.voices(), ["Ananya", "Arjun", "Vikram", "Kavya"]);
        }
    }
}

/// The program takes those that are built in as they are.
#[test]
fn the_built_in_models_have_the_hashes_of_their_manifests() {
    for folder in ["voice-2-native", "voice-2-native-lite"] {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let bundle = Bundle::open(&models.join(folder)).unwrap();
        for part in 0..bundle.parts() {
            Voice::load(&bundle, part, Options::default()).unwrap();
        }
    }
}

/// Their weights lie otherwise in the program than in their files.
#[cfg(feature = "bundled-voice")]
#[test]
fn the_built_in_models_speak_as_their_files_do() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    for kernel in [Kernel::Integer, Kernel::Float] {
        let options = Options {
            kernel: Some(kernel),
            ..Options::default()
        };
        let folders = ["voice-2-native", "voice-2-native-lite"];
        for (folder, built_in) in folders.iter().zip(Bundle::bundled().unwrap()) {
            let file = Bundle::open(&models.join(folder)).unwrap();
            let engines = [file, built_in].map(|b| Engine::with([b], options).unwrap());
            for name in &engines[0].models()[0].voices {
                let settings = Settings::new().voice(name);
                let [file, built_in] = engines.each_ref().map(|engine| {
                    voice::speak(engine, &settings, ["यह आवाज़ यहीं बनी। Made here."], false)
                });
                assert!(file == built_in, "{name} with {kernel}");
            }
        }
    }
}

#[test]
fn a_damaged_file_is_named() {
    for file in [
        "encoder.onnx",
        "decoder.onnx",
        "vikram.encoder.onnx",
        "vikram.decoder.onnx",
    ] {
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
        ("/format", json!(2), "format 2 is newer"),
        ("/inventory", json!(3), "inventory 3 is newer"),
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
        ("/endings/0/mark", json!("a"), "no pause"),
        ("/languages/0/language", json!("xx"), "no code"),
        ("/added/0/melody", json!("Vikram"), "Ananya, Arjun"),
        ("/added/0/decoder", json!("/decoder.onnx"), "file name"),
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

/// Sizes of the manifest: the decoder's inputs and outputs, the encoder's features and outputs.
fn sizes() -> [usize; 4] {
    let manifest = fs::read(voice::folder().join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let of = |at: &str| manifest.pointer(at).unwrap().as_u64().unwrap() as usize;
    let bands = |name: &str| manifest[name].as_array().unwrap().len();
    [
        of("/decoder/inputs"),
        2 * bands("harmonic_bands") + bands("noise_bands"),
        of("/encoder/features"),
        // Width, duration, and F0 and voicing at four points.
        of("/encoder/width") + 1 + 2 * 4,
    ]
}

/// What is done to a graph.
type Change = Box<dyn FnOnce(&mut Graph)>;

/// A decoder of one layer, changed; the reason for which it is refused in both forms, if it is.
fn changed(name: &str, change: impl FnOnce(&mut Graph)) -> Option<String> {
    let [inputs, outputs, ..] = sizes();
    let mut graph = Graph::decoder(inputs, outputs);
    change(&mut graph);
    loaded(name, "decoder.onnx", &graph.file())
}

fn loaded(name: &str, file: &str, bytes: &[u8]) -> Option<String> {
    let copy = Copy::new(name);
    copy.replace(file, bytes);
    let bundle = Bundle::open(&copy.0).unwrap();
    let reasons = [Kernel::Integer, Kernel::Float].map(|kernel| {
        let options = Options {
            kernel: Some(kernel),
            ..Options::default()
        };
        match Voice::load(&bundle, 0, options) {
            Ok(_) => None,
            Err(Error::Bundle { file: of, source }) if of == file => Some(source.to_string()),
            Err(other) => panic!("{other}"),
        }
    });
    assert_eq!(reasons[0], reasons[1], "{name}");
    reasons.into_iter().next().unwrap()
}

#[test]
fn a_small_graph_of_the_right_shape_is_taken() {
    let [.., features, outputs] = sizes();
    assert_eq!(changed("small", |_| {}), None);
    let encoder = Graph::encoder(71, features, outputs).file();
    assert_eq!(loaded("embedding", "encoder.onnx", &encoder), None);
}

/// Each ended the program, with a signal or for want of memory, where it was not simply taken.
#[test]
fn a_graph_that_is_made_to_harm_is_refused() {
    let [inputs, outputs, features, said] = sizes();
    let grown = move |graph: &mut Graph| {
        let mut last = "x".to_owned();
        for step in 0..8 {
            let name = format!("grown{step}");
            graph.node("Concat", &[last.as_str(); 16], &name, Some(("axis", 0)));
            last = name;
        }
        graph.floats("more", &[inputs, outputs], 0.01);
        graph.node("MatMul", &[&last, "more"], "much", None);
    };
    let floats = |value: f32| {
        move |graph: &mut Graph| {
            graph.constants.clear();
            graph.floats("weights", &[inputs, outputs], value);
        }
    };
    let node = |op: &'static str, of: &'static [&'static str], with| {
        move |graph: &mut Graph| graph.node(op, of, "more", with)
    };
    let hostile: [(&str, Change, &str); 14] = [
        ("grown", Box::new(grown), "too large"),
        ("nan", Box::new(floats(f32::NAN)), "weights"),
        ("infinite", Box::new(floats(f32::INFINITY)), "weights"),
        ("negative", Box::new(floats(f32::NEG_INFINITY)), "weights"),
        ("operator", Box::new(node("Loop", &["x"], None)), "Loop"),
        (
            "unknown",
            Box::new(node("Relu", &["nothing"], None)),
            "Relu",
        ),
        ("later", Box::new(node("Relu", &["more"], None)), "Relu"),
        (
            "uneven",
            Box::new(node("Add", &["x", "cache"], None)),
            "Add",
        ),
        (
            "axis",
            Box::new(node("Concat", &["x", "x"], Some(("axis", 2)))),
            "Concat",
        ),
        (
            "index",
            Box::new(node("Gather", &["weights", "x"], Some(("axis", 0)))),
            "Gather",
        ),
        (
            "nothing",
            Box::new(node("Slice", &["x", "all", "all", "zero"], None)),
            "Slice",
        ),
        (
            "attribute",
            Box::new(node("Relu", &["x"], Some(("axis", 0)))),
            "Relu",
        ),
        (
            "twice",
            Box::new(|graph| graph.node("Relu", &["x"], "y", None)),
            "twice",
        ),
        (
            "dims",
            Box::new(|graph| graph.constant("large", &[1 << 40, 1 << 40], INT8, &[0])),
            "large",
        ),
    ];
    for (name, change, reason) in hostile {
        let found = changed(name, change).unwrap_or_else(|| panic!("{name} was taken"));
        assert!(found.contains(reason), "{name}: {found}");
    }
    let encoder = Graph::encoder(10, features, said).file();
    let found = loaded("ten rows", "encoder.onnx", &encoder).unwrap();
    assert!(found.contains("Gather"), "{found}");
}

/// Such a graph reads the constants that it lacks from the shared one, and has no other of their names.
#[test]
fn the_graph_of_an_added_voice_must_fit_the_shared_one() {
    let [inputs, outputs, ..] = sizes();
    let refused = |name: &str, change: fn(&mut Graph)| {
        let copy = Copy::new(name);
        copy.replace("decoder.onnx", &Graph::decoder(inputs, outputs).file());
        let mut graph = Graph::decoder(inputs, outputs);
        change(&mut graph);
        copy.replace("vikram.decoder.onnx", &graph.file());
        let bundle = Bundle::open(&copy.0).unwrap();
        Voice::load(&bundle, 1, Options::default()).err()
    };
    assert!(refused("shared constants", |graph| graph.constants.clear()).is_none());
    let twice = refused("constants twice", |_| {}).unwrap().to_string();
    assert!(
        twice.contains("vikram.decoder.onnx") && twice.contains("twice"),
        "{twice}"
    );
    let lacking = refused("no constants", |graph| {
        graph.constants.clear();
        graph.node("MatMul", &["x", "nothing"], "more", None);
    });
    let lacking = lacking.unwrap().to_string();
    assert!(lacking.contains("MatMul"), "{lacking}");
}

/// A file of parts that are empty takes hundreds of times its bytes once it is parsed.
#[test]
fn a_file_of_empty_parts_is_refused_before_it_is_parsed() {
    for field in [1, 5, 11, 13] {
        let graph = [field << 3 | 2, 0].repeat(1 << 20);
        let mut file = Vec::new();
        onnx::part(7, &graph, &mut file);
        let found = loaded("parts", "decoder.onnx", &file).unwrap();
        assert_eq!(found, "is no graph of a voice");
    }
    let copy = Copy::new("long manifest");
    copy.manifest(|m| m["more"] = json!(vec![0; 1 << 16]));
    let (file, found) = copy.refusal();
    assert!(
        file == "manifest.json" && found.contains("larger"),
        "{found}"
    );
}
