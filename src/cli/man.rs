//! `vaak man`: one page, the program first and then each command.

use std::io::{Write, stdout};

use clap::CommandFactory;
use clap_mangen::Man;

use super::exit::Failure;
use super::flags::Arguments;

pub fn run() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut program = Arguments::command();
    program.build();
    Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|c| c.get_name() != "help") {
        let section = Man::new(command.clone());
        writeln!(page, ".SH \"VAAK {}\"", command.get_name().to_uppercase())?;
        section.render_description_section(&mut page)?;
        section.render_synopsis_section(&mut page)?;
        section.render_options_section(&mut page)?;
    }
    stdout().write_all(&page)?;
    Ok(())
}
