//! `vaak serve` over real sockets: its protocols, its limits, and clients from outside.

#![cfg(all(unix, feature = "serve"))]

mod aloud;
#[cfg(target_os = "linux")]
mod attacks;
mod autobahn;
mod barge_in;
mod cache;
mod clients;
#[cfg(target_os = "linux")]
mod confined;
mod conformance;
mod contract;
#[cfg(target_os = "linux")]
mod disk;
mod documents;
mod edges;
#[cfg(feature = "faults")]
mod faults;
#[cfg(target_os = "linux")]
mod hostile;
mod http;
mod limits;
mod older_protocol;
mod serve;
mod server;
#[cfg(target_os = "linux")]
mod soak;
mod ssml;
#[cfg(target_os = "linux")]
mod storm;
mod timestamps;
mod tls;
mod websocket;
mod wyoming;
