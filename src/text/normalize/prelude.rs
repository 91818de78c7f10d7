//! What the classes see: a clause, what is known of its places, the words of the languages, and what they answer with.

pub(super) use super::candidate::{pause, said, silent};
pub(super) use super::facts::beside::{
    MOBILE, is_given, is_helpline, is_known, is_sent_to, is_shortened, is_toll_free, told,
    told_before, wickets,
};
pub(super) use super::facts::between::{is_between_days, is_between_named, is_of_several};
pub(super) use super::facts::blood::{is_of_blood, is_of_own_blood};
pub(super) use super::facts::case::case_at;
pub(super) use super::facts::clock::{
    HOURS_OF_DAY, clock_after, follows_daytime, hour_follows, hours_after, is_around_clock, is_at,
    is_before_hour, is_clock, is_daytime, is_five, is_of_seconds, is_short_minute,
    is_told_by_clock, meridiem_after, minutes_after, one_oclock, zone_after,
};
pub(super) use super::facts::code::{
    LETTERED, MAX_NUMBER, MIN_DIGITS, MIN_LETTERS, code_at, whole,
};
pub(super) use super::facts::count::{
    beginning, beside_noun, duration_at, follows_article, form_of, has_innings, is_beside_numbers,
    is_counted, is_counted_unit, is_few, is_for_rupees, is_quantity, is_rupees, names_percent,
    noun_follows, rupees_at,
};
pub(super) use super::facts::days::{
    day_of_week, day_or_month, is_after_english, is_day, is_day_at, is_short_name, joins_days,
    month_at, month_named, month_of_list, names_day, precedes_day, short_month, spans_days,
};
pub(super) use super::facts::dotted::{is_dotted_time, silent_hour};
pub(super) use super::facts::ending::{between_both, english, is_english, skip_english};
pub(super) use super::facts::follows::{
    counts, counts_persons, follows_measure, is_apiece, is_decimal, is_of_one, is_rate, is_spread,
    is_time_at, is_unit_rate, names_amount, short_unit, time_at,
};
pub(super) use super::facts::formula::{divides_sum, is_formula};
pub(super) use super::facts::game::{is_in_strokes, is_of_bowler, is_of_sets};
pub(super) use super::facts::gold::karats;
pub(super) use super::facts::group::{
    WRITTEN_YEARS, YEARS, is_after_grade, is_dose, is_figure, is_grade, is_part,
};
pub(super) use super::facts::letters::{
    LONGEST_STOPPED, follows_lettered, is_item, is_name, is_of_taxes, names_letters,
};
pub(super) use super::facts::mark::{
    feet_and_inches, inches_after_feet, is_foot, is_height, is_inch, is_load, is_mixed,
    is_of_memory, is_of_tyre, marks_side, named,
};
pub(super) use super::facts::numeral::is_next;
pub(super) use super::facts::option::is_option;
pub(super) use super::facts::plate::{follows_class, follows_series};
pub(super) use super::facts::sense::{is_counter, is_head, names_degrees, sense, short};
pub(super) use super::facts::sentence::{begins_sentence, ends_sentence};
pub(super) use super::facts::unit::{
    has_unit, is_generation, is_of_thing, is_side, measures, names_road, stands_for_unit, unit,
    unit_at,
};
pub(super) use super::facts::year::{is_between_years, year_at};
pub(super) use super::facts::{
    bracket, days, ending, figures, formula, letters, numeral, roman, scale, stopped,
};
pub(super) use super::ground::*;
