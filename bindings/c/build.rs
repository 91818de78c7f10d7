//! Names the shared library as it is installed.

fn main() {
    // The interface may change with each minor version before 1.0.
    let version = |part: &str| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap();
    let (major, minor) = (version("MAJOR"), version("MINOR"));
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libvaak.so.{major}.{minor}");
    println!("cargo::rerun-if-changed=build.rs");
}
