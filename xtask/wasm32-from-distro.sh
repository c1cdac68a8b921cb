#!/usr/bin/env bash
# Build a wasm32-unknown-unknown Rust toolchain from the distribution's own packages,
# for machines where `rustup target add wasm32-unknown-unknown` has no server to ask.
#
# Needs: Debian's apt (no root except for `apt-get update`), rustup's default toolchain
# (for cargo and rust-lld), a Rust package registry.
# Result: a linked rustup toolchain named $NAME; use it as RUSTUP_TOOLCHAIN=$NAME.
# `cargo xtask` runs this when `rustup target add` fails.
# Measured: 137 MB downloaded, about 90 s of std build on 2 quiet cores.
set -euo pipefail

NAME=${1:-stepgate-wasm}
PREFIX=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/stepgate/$NAME}
TARGET=wasm32-unknown-unknown
ROOT=$PREFIX/usr
HOST=$(rustc --print host-tuple)
LIBDIR=$(uname -m)-linux-gnu
DEFAULT=$(rustc --print sysroot)

for tool in apt-get dpkg-deb flock rustup; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: this recipe is for Debian with rustup" >&2; exit 1; }
done

# One run at a time: another one waits, and finds it there.
mkdir -p "$PREFIX"; exec 9>"$PREFIX.lock"; flock 9

if [ -e "$PREFIX/complete" ] && rustup run "$NAME" rustc -V >/dev/null 2>&1; then
  echo "$NAME: already there"; exit 0
fi
rm -rf "$PREFIX"; mkdir -p "$PREFIX/debs"; cd "$PREFIX/debs"

# 1. The distribution's current rustc with the matching standard-library sources.
apt-get update -qq || true
apt-get download -qq rustc-web rust-web-src libstd-rust-web-dev
DEP() { dpkg-deb -f "$1" Depends | tr ',' '\n' | sed -n "s/^ *\($2[^ ]*\).*/\1/p" | head -1; }
apt-get download -qq "$(DEP libstd-rust-web-dev_*.deb libstd-rust-web-)"
apt-get download -qq "$(DEP libstd-rust-web-[0-9]*.deb libllvm)"
for deb in *.deb; do dpkg-deb -x "$deb" "$PREFIX"; done
cd "$PREFIX"; rm -rf debs

# 2. Make the tree a self-contained toolchain: its own library path, the default toolchain's cargo and linker.
mv "$ROOT/bin/rustc" "$ROOT/bin/rustc.bin"
cat >"$ROOT/bin/rustc" <<SH
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
LD_LIBRARY_PATH="\$here/../lib/$LIBDIR\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" exec "\$here/rustc.bin" "\$@"
SH
chmod +x "$ROOT/bin/rustc"
ln -sf "$DEFAULT/bin/cargo" "$ROOT/bin/cargo"
mkdir -p "$ROOT/lib/rustlib/$HOST/bin"
printf '#!/bin/sh\nexec env -u LD_LIBRARY_PATH %s "$@"\n' "$DEFAULT/lib/rustlib/$HOST/bin/rust-lld" >"$ROOT/lib/rustlib/$HOST/bin/rust-lld"
chmod +x "$ROOT/lib/rustlib/$HOST/bin/rust-lld"

# 3. Compile std (and test, which test harnesses link) for the target, with bitcode so that lto works; put it where rustc looks.
mkdir -p "$PREFIX/std/src"; cd "$PREFIX/std"
printf '[package]\nname = "std-for-wasm"\nversion = "0.0.0"\nedition = "2024"\n[profile.release]\npanic = "abort"\n' >Cargo.toml
echo '#![no_std]' >src/lib.rs
RUSTFLAGS="-C embed-bitcode=yes" RUSTC=$ROOT/bin/rustc RUSTC_BOOTSTRAP=1 "$DEFAULT/bin/cargo" build -q --release --target $TARGET -Z build-std=std,panic_abort,test
# The folder appears when all is in it: it is how others see that the target is there.
LIB=$ROOT/lib/rustlib/$TARGET/lib; mkdir -p "$LIB.part"
cp target/$TARGET/release/deps/*.rlib "$LIB.part/"; rm -f "$LIB.part"/libstd_for_wasm*
mv "$LIB.part" "$LIB"
cd /; rm -rf "$PREFIX/std" "$ROOT/share" "$ROOT/src"/*/compiler

rustup toolchain link "$NAME" "$ROOT"
rustup run "$NAME" rustc -V
touch "$PREFIX/complete"
echo "$NAME: ready; build with RUSTUP_TOOLCHAIN=$NAME"
