//! What is known of a place in a clause, whatever class is asked: the word, the number, the unit, the day that begins there, and what
//! the words beside it tell.
//!
//! A class asks these facts and no other class. The facts stand in a sequence, which a test holds: each asks only those before it.

pub mod beside;
pub mod between;
pub mod blood;
pub mod bracket;
pub mod case;
pub mod clock;
pub mod code;
pub mod count;
pub mod days;
pub mod dotted;
pub mod ending;
pub mod figures;
pub mod follows;
pub mod formula;
pub mod game;
pub mod gold;
pub mod group;
pub mod here;
pub mod letters;
pub mod mark;
pub mod numeral;
pub mod option;
pub mod plate;
pub mod roman;
pub mod scale;
pub mod sense;
pub mod sentence;
pub mod shape;
pub mod stopped;
pub mod unit;
pub mod year;
