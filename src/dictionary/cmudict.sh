#!/bin/sh
# Makes cmudict.txt from the npm package cmu-pronouncing-dictionary: ./cmudict.sh index.js > cmudict.txt
# Left out: second pronunciations, abbreviations with full stops, and possessives, which follow a rule.
sed -n "s/^  \"\([a-z'-]*\)\": \"\([A-Z0-9 ]*[A-Z0-9]\).*/\1 \2/p" "$1" | grep -v "^[^ ]*'s " | grep -v "^[^ ]*s' " | LC_ALL=C sort
