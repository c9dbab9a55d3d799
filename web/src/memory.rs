//! An allocator that counts the bytes in use, so that a search ends before the memory does.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes in use.
static USED: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the system, with a count.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes in use.
pub(crate) fn used() -> u64 {
    USED.load(Ordering::Relaxed) as u64
}

// SAFETY: All requests are passed on to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        USED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: The caller keeps the conditions of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: The caller keeps the conditions of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        USED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: The caller keeps the conditions of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        USED.fetch_add(size, Ordering::Relaxed);
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: The caller keeps the conditions of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
