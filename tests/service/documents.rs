//! `docs/` says all that the service offers, and no word of it is out of date.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use vaak::serve::Limits;

use crate::server::running::program::vaak;
use crate::server::{Client, start};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");

/// A document: its name and its text.
pub fn all() -> Vec<(String, String)> {
    let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap());
    let mut all: Vec<_> = files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).unwrap()
}

/// The words that are written as code, paths among them.
fn code(text: &str) -> BTreeSet<&str> {
    let part_of_word = |c: char| c.is_alphanumeric() || "_/{}.".contains(c);
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .flat_map(|span| span.split(move |c| !part_of_word(c)))
        .map(|word| word.trim_end_matches('.'))
        .collect()
}

/// The names of all properties, and what `error` may be.
fn names(schema: &Value, into: &mut BTreeSet<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        into.extend(properties.keys().cloned());
        let codes = properties.get("error").and_then(|e| e["enum"].as_array());
        let codes = codes.into_iter().flatten();
        into.extend(codes.map(|code| code.as_str().unwrap().to_owned()));
    }
    match schema {
        Value::Object(inner) => inner.values().for_each(|value| names(value, into)),
        Value::Array(inner) => inner.iter().for_each(|value| names(value, into)),
        _ => {}
    }
}

#[test]
fn every_path_field_message_and_error_is_documented() {
    let server = start(Limits::default());
    let mut client = Client::new(server.address());
    let mut described = BTreeSet::new();
    let http = client.get("/openapi.json").json();
    described.extend(http["paths"].as_object().unwrap().keys().cloned());
    names(&http["components"]["schemas"], &mut described);
    let conversation = client.get("/asyncapi.json").json();
    let messages = &conversation["components"]["messages"];
    described.extend(messages.as_object().unwrap().keys().cloned());
    names(messages, &mut described);
    let api = text("api.md");
    let documented = code(&api);
    let missing = described.iter().find(|name| !documented.contains(&***name));
    assert_eq!(missing, None, "docs/api.md does not name it");
}

#[test]
fn every_setting_is_documented() {
    let output = vaak(&["serve", "--print-config"]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let (api, deploy) = (text("api.md"), text("deploy.md"));
    let documented = &code(&api) | &code(&deploy);
    let mut table = String::new();
    for line in printed.lines() {
        if let Some(name) = line.strip_prefix('[') {
            table = format!("{}.", name.trim_end_matches(']'));
        }
        let Some((name, _)) = line.trim_start_matches("# ").split_once(" =") else {
            continue;
        };
        // A setting, and no sentence that explains one.
        if name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
            let name = format!("{table}{name}");
            let known = documented.contains(&*name);
            assert!(known, "docs/deploy.md does not name {name}");
        }
    }
    assert_eq!(table, "limits.");
}

#[test]
fn every_link_leads_to_a_file() {
    for (name, text) in all() {
        let links = text.split("](").skip(1);
        let links = links.map(|rest| rest.split(')').next().unwrap());
        for link in links.filter(|link| !link.contains("://")) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let path = match path {
                "" => Path::new(FOLDER).join(&name),
                path => Path::new(FOLDER).join(path),
            };
            assert!(path.exists(), "{name}: {link}");
            if !place.is_empty() {
                let text = fs::read_to_string(path).unwrap();
                let mut titles = text.lines().filter(|line| line.starts_with('#'));
                let anchor = |title: &str| {
                    let title = title.trim_start_matches('#').trim().to_lowercase();
                    let plain =
                        title.replace(|c: char| !c.is_alphanumeric() && !" -_".contains(c), "");
                    plain.replace(' ', "-")
                };
                assert!(titles.any(|title| anchor(title) == place), "{name}: {link}");
            }
        }
    }
}
