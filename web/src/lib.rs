//! The service of solomids as a WebAssembly module: a request in JSON goes in, an answer in JSON comes out.
//!
//! The interface has numbers only, so that no generated code is needed on either side:
//!
//! | export | does |
//! |---|---|
//! | `start()` | sets up clock and messages of panics; to be called once, before anything else |
//! | `allocate(length) → pointer` | allocates memory for a request |
//! | `ask(pointer, length) → pointer` | takes over a request in that memory, and gives an answer: its length in four bytes, little-endian, then the text |
//! | `release(pointer, length)` | takes an answer back; `length` counts the four bytes as well |
//!
//! | import of `host` | does |
//! |---|---|
//! | `now() → milliseconds` | the time since some moment |
//! | `progress(pointer, length)` | is given the progress of a search in JSON |
//! | `panicked(pointer, length)` | is given the message of a panic; the module is of no use afterwards |
//!
//! All texts are UTF-8. The module has one thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use solomids::clock;
use solomids::service::{Host, Service};
use solomids::solver::MemoryUsage;

/// Functions of the host.
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub(crate) safe fn now() -> f64;
        /// Takes the progress of a search.
        pub(crate) fn progress(text: *const u8, length: usize);
        /// Takes the message of a panic.
        pub(crate) fn panicked(text: *const u8, length: usize);
    }
}

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::new(Service::new(
        Host { progress: Some(Arc::new(report)), memory_usage: Some(MemoryUsage::new(used)), ..Host::default() },
    ));
}

/// Gives the progress of a search to the host.
fn report(text: &str) {
    // SAFETY: The host reads these bytes before it returns, and keeps no pointer.
    unsafe { host::progress(text.as_ptr(), text.len()) }
}

/// Sets up the clock and the messages of panics.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    clock::set_clock(|| Duration::from_secs_f64(host::now().max(0.0) / 1000.0));
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: The host reads these bytes before it returns, and keeps no pointer.
        unsafe { host::panicked(text.as_ptr(), text.len()) }
    }));
}

/// Allocates `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let bytes = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(bytes).cast()
}

/// Frees memory.
///
/// # Safety
/// The pointer and the length are those of `allocate` or of an answer of `ask`, and have not been given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(pointer: *mut u8, length: usize) {
    // SAFETY: The caller gives back what `into_raw` has made of a boxed slice of this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers a request, which it takes over.
///
/// # Safety
/// The pointer and the length are those of `allocate`, and have not been given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(pointer: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: The caller gives what `allocate` has made of a boxed slice of this length.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) };
    let request = String::from_utf8_lossy(&request);
    let answer = SERVICE.with_borrow_mut(|service| service.answer(&request));
    let mut bytes = Vec::with_capacity(4 + answer.len());
    bytes.extend_from_slice(&(answer.len() as u32).to_le_bytes());
    bytes.extend_from_slice(answer.as_bytes());
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

/// Bytes in use.
static USED: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the system, which counts the bytes in use, so that a search ends before the memory does.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes in use.
fn used() -> u64 {
    USED.load(Ordering::Relaxed) as u64
}

/// Counts memory that was given in place of `former` bytes; a null pointer says that there was none.
fn counted(pointer: *mut u8, size: usize, former: usize) -> *mut u8 {
    if !pointer.is_null() {
        USED.fetch_add(size, Ordering::Relaxed);
        USED.fetch_sub(former, Ordering::Relaxed);
    }
    pointer
}

// SAFETY: All requests are passed on to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the conditions of `alloc`.
        counted(unsafe { System.alloc(layout) }, layout.size(), 0)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: The caller keeps the conditions of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the conditions of `alloc_zeroed`.
        counted(unsafe { System.alloc_zeroed(layout) }, layout.size(), 0)
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: The caller keeps the conditions of `realloc`.
        counted(unsafe { System.realloc(pointer, layout, size) }, size, layout.size())
    }
}
