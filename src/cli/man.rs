//! `vaak man`: one page with the program, then each command, then what they have in common.

use std::fmt::Display;
use std::io::{Write, stdout};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::exit::{self, Failure};
use super::flags::{Arguments, EXAMPLES};

/// Files that the program looks for by itself. The first that exists is used.
const FILES: [(&str, &str); 3] = [
    (
        "$CREDENTIALS_DIRECTORY/api-keys, $STATE_DIRECTORY/api-keys",
        "the API keys of vaak serve under systemd",
    ),
    (
        "$XDG_STATE_HOME/vaak/api-keys, ~/.local/state/vaak/api-keys",
        "the API keys of vaak serve otherwise; the first start creates the file",
    ),
    (
        "/etc/vaak/vaak.toml, /etc/vaak/api-keys",
        "the settings and the keys of the service that the Debian package installs",
    ),
];

const ENVIRONMENT: [(&str, &str); 3] = [
    (
        "VAAK_API_KEY",
        "the API key of vaak serve, in place of a file",
    ),
    (
        "VAAK_LISTEN, VAAK_LIMITS_TEXT, and so on",
        "a setting of vaak serve, above its file and below its flags; vaak serve --print-config lists them all",
    ),
    (
        "CREDENTIALS_DIRECTORY, STATE_DIRECTORY, XDG_STATE_HOME",
        "where the file of API keys is looked for",
    ),
];

pub fn run() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut program = Arguments::command();
    program.build();
    // Render section by section: clap_mangen's own order refers to a page per command, and there is only one page.
    let man = Man::new(program.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    commands(&mut page, &program, "VAAK")?;
    section(&mut page, "EXIT STATUS", exit::CODES)?;
    section(&mut page, "ENVIRONMENT", ENVIRONMENT)?;
    section(&mut page, "FILES", FILES)?;
    section(&mut page, "EXAMPLES", EXAMPLES)?;
    man.render_version_section(&mut page)?;
    stdout().write_all(&page)?;
    Ok(())
}

/// Writes a section for each command of a command, and of these likewise.
fn commands(page: &mut Vec<u8>, parent: &Command, name: &str) -> std::io::Result<()> {
    for command in parent.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = format!("{name} {}", command.get_name().to_uppercase());
        let man = Man::new(command.clone());
        writeln!(page, ".SH \"{name}\"")?;
        let mut sections = Vec::new();
        man.render_description_section(&mut sections)?;
        man.render_synopsis_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        let sections = String::from_utf8_lossy(&sections);
        page.extend(sections.replace(".SH ", ".SS ").into_bytes());
        commands(page, command, &name)?;
    }
    Ok(())
}

/// Writes a list of terms and what they mean.
fn section<T: Display>(
    page: &mut Vec<u8>,
    title: &str,
    rows: impl IntoIterator<Item = (T, &'static str)>,
) -> std::io::Result<()> {
    // A hyphen would be set as a dash, and could not be copied.
    let plain = |text: String| text.replace('\\', "\\\\").replace('-', "\\-");
    writeln!(page, ".SH \"{title}\"")?;
    for (term, meaning) in rows {
        let (term, meaning) = (plain(term.to_string()), plain(meaning.to_owned()));
        writeln!(page, ".TP\n{term}\n{meaning}")?;
    }
    Ok(())
}
