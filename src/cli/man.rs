//! `vaak man`: one page with the program, then each command, then the exit codes.

use std::io::{Write, stdout};

use clap::CommandFactory;
use clap_mangen::Man;

use super::exit::{self, Failure};
use super::flags::Arguments;

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
    for command in program.get_subcommands().filter(|c| c.get_name() != "help") {
        let man = Man::new(command.clone());
        writeln!(page, ".SH \"VAAK {}\"", command.get_name().to_uppercase())?;
        let mut sections = Vec::new();
        man.render_description_section(&mut sections)?;
        man.render_synopsis_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        let sections = String::from_utf8_lossy(&sections);
        page.extend(sections.replace(".SH ", ".SS ").into_bytes());
    }
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in exit::CODES {
        writeln!(page, ".TP\n{code}\n{meaning}")?;
    }
    man.render_version_section(&mut page)?;
    stdout().write_all(&page)?;
    Ok(())
}
