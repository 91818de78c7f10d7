//! Tests the direction of imports. It reads the source and fails if a room imports one beside or below it, or if files
//! import one another in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms, from the leaves to the program. A room may import the rooms of the lines above its own, but not its
/// neighbours on the same line.
const ORDER: [&[&str]; 15] = [
    &["data", "error", "phoneme", "script"],
    &["language"],
    &["token", "dictionary"],
    &["romanised"],
    &["text", "g2p"],
    &["lexicon"],
    &["voice"],
    &["audio"],
    &["engine"],
    &["captions", "playback"],
    &["serve"],
    &["fuzz"],
    &["lib"],
    &["cli"],
    &["main"],
];

/// Imports that still break the order: the room, and what it imports.
const UNSETTLED: [(&str, &str); 0] = [];

/// Rooms whose files still import one another in a circle.
const CIRCULAR: [&str; 0] = [];

/// A source file: the path of its module, and the paths that it names.
struct File {
    module: Vec<String>,
    paths: Vec<Vec<String>>,
}

impl File {
    fn room(&self) -> &str {
        &self.module[0]
    }
}

/// Returns every source file except this one.
fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![(root, Vec::new())];
    let mut files = Vec::new();
    while let Some((folder, module)) = folders.pop() {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            let name = entry.file_name().into_string().unwrap();
            let mut module: Vec<String> = module.clone();
            if entry.path().is_dir() {
                module.push(name);
                folders.push((entry.path(), module));
            } else if let Some(stem) = name.strip_suffix(".rs")
                && !matches!(stem, "direction" | "tests")
            {
                if stem != "mod" {
                    module.push(stem.to_owned());
                }
                let source = fs::read_to_string(entry.path()).unwrap();
                let paths = paths(&module, &source);
                files.push(File { module, paths });
            }
        }
    }
    files
}

/// Returns the paths of this crate, from its root, that a file names in code outside its tests.
fn paths(module: &[String], source: &str) -> Vec<Vec<String>> {
    let code = source
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code: Vec<&str> = lines.collect();
    let code = code.join("\n");
    let tokens = tokens(&code);
    let children: BTreeSet<&str> = tokens
        .windows(3)
        .filter(|three| three[0] == "mod" && three[2] == ";")
        .map(|three| three[1])
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let inside = at > 0 && tokens[at - 1] == "::";
        let first = tokens[at];
        let followed = tokens.get(at + 1) == Some(&"::");
        if inside || !followed {
            at += 1;
            continue;
        }
        // The root is `crate` in the library. In the program it is `vaak`, and the program's own modules are all one
        // room.
        let program = matches!(module[0].as_str(), "cli" | "main");
        let mut base = match first {
            "crate" if !program => Vec::new(),
            "vaak" if program => Vec::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len() - 1].to_vec(),
            _ if children.contains(first) => {
                let mut base = if module == ["lib"] {
                    Vec::new()
                } else {
                    module.to_vec()
                };
                base.push(first.to_owned());
                base
            }
            _ => {
                at += 1;
                continue;
            }
        };
        at += 2;
        while tokens.get(at) == Some(&"super") {
            base.pop();
            at += 2;
        }
        at = branches(&tokens, at, &base, &mut found);
    }
    found
}

/// Adds the paths of the tree at `at` that begin with `base`. Returns the position after the tree.
fn branches(
    tokens: &[&str],
    mut at: usize,
    base: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    if tokens.get(at) != Some(&"{") {
        let mut path = base.to_vec();
        path.push(tokens.get(at).copied().unwrap_or_default().to_owned());
        if tokens.get(at + 1) == Some(&"::") {
            return branches(tokens, at + 2, &path, found);
        }
        found.push(path);
        return at + 1;
    }
    at += 1;
    while at < tokens.len() && tokens[at] != "}" {
        if matches!(tokens[at], "," | "as" | "_") {
            at += 1;
        } else {
            at = branches(tokens, at, base, found);
        }
    }
    at + 1
}

/// Splits code into names, `::`, and single other characters.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let length = match name {
            Some(0) if rest.starts_with("::") => 2,
            Some(0) => first.len_utf8(),
            length => length.unwrap_or(rest.len()),
        };
        if !first.is_whitespace() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

/// Returns each name that the library's root exports, with the room that it comes from.
fn root_names(files: &[File]) -> BTreeMap<String, String> {
    let lib = files.iter().find(|file| file.module == ["lib"]).unwrap();
    let named = lib.paths.iter().filter(|path| path.len() > 1);
    named
        .map(|path| (path[path.len() - 1].clone(), path[0].clone()))
        .collect()
}

#[test]
fn imports_point_up() {
    let files = files();
    let exported = root_names(&files);
    let line = |room: &str| ORDER.iter().position(|line| line.contains(&room));
    let mut wrong = BTreeSet::new();
    for file in &files {
        let own = line(file.room());
        assert!(own.is_some(), "{} has no line", file.room());
        for path in &file.paths {
            let room = exported.get(&path[0]).unwrap_or(&path[0]);
            if room != file.room()
                && !UNSETTLED.contains(&(file.room(), room))
                && line(room).is_some_and(|line| Some(line) >= own)
            {
                wrong.insert(format!(
                    "{} imports {}",
                    file.module.join("::"),
                    path.join("::")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_files_import_one_another_in_a_circle() {
    let files = files();
    let modules: BTreeMap<&[String], usize> =
        (0..).zip(&files).map(|(i, f)| (&f.module[..], i)).collect();
    // The file of a path is the one whose module is its longest prefix.
    let file_of = |path: &[String]| {
        (1..=path.len())
            .rev()
            .find_map(|n| modules.get(&path[..n]).copied())
    };
    let imports: Vec<BTreeSet<usize>> = (0..)
        .zip(&files)
        .map(|(i, file)| {
            let imported = file.paths.iter().filter_map(|path| file_of(path));
            imported.filter(|other| *other != i).collect()
        })
        .collect();
    // Which files each file reaches through any number of imports.
    let mut reached: Vec<Vec<bool>> = imports
        .iter()
        .map(|imports| (0..files.len()).map(|i| imports.contains(&i)).collect())
        .collect();
    for through in 0..files.len() {
        let beyond = reached[through].clone();
        for reached in reached.iter_mut().filter(|r| r[through]) {
            reached.iter_mut().zip(&beyond).for_each(|(r, b)| *r |= b);
        }
    }
    let circles: BTreeSet<Vec<String>> = (0..files.len())
        .filter(|file| reached[*file][*file] && !CIRCULAR.contains(&files[*file].room()))
        .map(|file| {
            let together =
                (0..files.len()).filter(|other| reached[file][*other] && reached[*other][file]);
            together
                .map(|other| files[other].module.join("::"))
                .collect()
        })
        .collect();
    assert!(circles.is_empty(), "{circles:#?}");
}
