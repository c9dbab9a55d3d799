# Sourced by scripts that compile for other targets than this machine: `use_targets FOLDER TRIPLE…` finds a compiler for them.
#
# Where rustup has the standard library of a target, nothing else is needed. Otherwise, on Debian, the compiler of the package rustc-web
# is unpacked into FOLDER with the sources of the standard library, not installed, and `build_std` holds the options with which Cargo
# builds that library. Without either the script ends with status 3.

build_std=()

lacking() {
    printf 'error: %s cannot be had\n' "$1" >&2
    exit 3
}

has_targets() {
    local triple
    for triple in "$@"; do
        [[ -d $(rustc --print sysroot)/lib/rustlib/$triple ]] || return 1
    done
}

use_targets() {
    local version=1.96 into=$1
    shift
    if has_targets "$@"; then return; fi
    if command -v rustup >/dev/null && timeout 120 rustup target add "$@" && has_targets "$@"; then return; fi
    if [[ ! -x $into/usr/bin/rustc ]]; then
        command -v apt-get >/dev/null || lacking "the standard library for $*"
        printf 'Unpacking the compiler of Debian …\n' >&2
        rm -rf "$into" "$into.debs"
        mkdir -p "$into.debs"
        apt-get update || true
        (cd "$into.debs" && apt-get download rustc-web "libstd-rust-web-$version" libstd-rust-web-dev rust-web-src libllvm22) ||
            lacking 'the compiler of Debian with its sources'
        for package in "$into.debs"/*.deb; do dpkg -x "$package" "$into"; done
        rm -r "$into.debs"
    fi
    # The linker comes with every toolchain of rustup.
    local host
    host=$(rustc --version --verbose | sed -n 's/^host: //p')
    rust_lld=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
    export RUSTC=$into/usr/bin/rustc RUSTC_BOOTSTRAP=1 LD_LIBRARY_PATH=$into/usr/lib/x86_64-linux-gnu
    build_std=(-Z build-std=std,panic_abort)
}
