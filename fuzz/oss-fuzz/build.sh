#!/bin/bash -eu
# Builds every target with its seeds, in a container of OSS-Fuzz. Elsewhere, with nightly, cargo-fuzz and zip:
#
#     SRC=FOLDER_THAT_HOLDS_vaak OUT=FOLDER RUSTUP_TOOLCHAIN=nightly fuzz/oss-fuzz/build.sh
cd "$SRC/vaak"
cargo fuzz build
for seeds in fuzz/seeds/*/; do
    target=$(basename "$seeds")
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    zip -qj "$OUT/${target}_seed_corpus.zip" "$seeds"*
done
