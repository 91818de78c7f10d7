#!/bin/sh
# The markup of the Bengali cases of google/language-resources (bn/textnorm, CC-BY-4.0) as text~reading, the reading of India where
# there are two. A dash in the reading stands where the cases have `sil`.
awk -F'\t' '
function field(name,   i) {
    for (i = 1; i <= n; i++) if (index(parts[i], name ":") == 1) return substr(parts[i], length(name) + 2)
    return ""
}
function unit(name) {
    gsub("kilometer", "km", name); gsub("kilogram", "kg", name); gsub("millisecond", "ms", name)
    gsub("gram", "g", name); gsub("meter", "m", name); gsub(" per second", "/s", name); gsub(" per hour", "/h", name)
    if (sub("^square ", "", name)) name = name "²"
    if (sub("^cubic ", "", name)) name = name "³"
    if (name == "second") name = "s"; if (name == "hour") name = "h"
    if (name == "tablespoon") name = "tbsp"; if (name == "teaspoon") name = "tsp"
    return name
}
BEGIN { split("usd $ gbp £ inr ₹ bdt ৳", pairs, " "); for (i = 1; i < 9; i += 2) sign[pairs[i]] = pairs[i + 1] }
/^#/ || NF < 3 { next }
{
    class = $1; n = split($2, parts, "|"); text = ""
    whole = field("integer_part"); rest = field("fractional_part")
    number = (field("negative") == "1" ? "-" : "") whole (rest == "" ? "" : "." rest)
    if (class == "CARDINAL_MARKUP") text = field("integer")
    else if (class == "DECIMAL_MARKUP") text = number
    # That digits are to be said one by one shows only in what stands before them.
    else if (class == "DIGIT_MARKUP") {
        text = field("digit")
        if (length(text) > 1 && text !~ /^0/) text = length(text) < 4 ? "" : "পিন " text
    }
    else if (class == "IN_FRACTION_MARKUP") text = (whole == "" ? "" : whole " ") field("numerator") "/" field("denominator")
    else if (class == "MEASURE_MARKUP") text = (field("numerator") != "" ? field("numerator") "/" field("denominator") : number) " " unit(field("units"))
    # "British pounds" and amounts in two currencies have no written form of their own.
    else if (class == "MONEY_MARKUP" && field("currency") in sign && $3 !~ /ব্রিটিশ|বাংলাদেশী/ && $2 !~ /gbp.*usd/) {
        if (length(rest) == 1) { rest = "0" rest; number = whole "." rest }
        text = sign[field("currency")] number
    }
    else if (class == "DATE_MARKUP") {
        split("জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর", months, " ")
        month = months[field("month") + 0]
        text = field("style") == "1" ? field("day") " " month : month " " field("day")
        if (field("year") != "") text = text " " field("year")
    }
    else if (class == "IN_TIME_MARKUP") {
        hour = field("hours") + 0
        text = sprintf("%d:%02d%s", hour, field("minutes"), field("seconds") == "" ? "" : ":" field("seconds"))
        # The markup has 24 hours; where a text would say the part of the day, it is written.
        if (hour > 0 && hour <= 12 && field("seconds") == "") text = substr($3, 1, index($3, " ")) text
        if (field("zone") != "") text = ""
    }
    else if (class == "PHONE_NUMBER_MARKUP") {
        for (i = 1; i <= n; i++) {
            if (index(parts[i], "country_code:") == 1) text = substr(parts[i], 14)
            if (index(parts[i], "number_part:") == 1) text = text (text == "" ? "" : "-") substr(parts[i], 13)
        }
        if (field("extension") != "") text = ""
    }
    if (text == "") next
    reading = $3
    gsub(" sil ", " – ", reading)
    if (class == "DIGIT_MARKUP" && text ~ /^পিন/) reading = "পিন " reading
    print text "~" reading
}' "$@"
