//! Questions to the library's service in JSON.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use solomids::kit::search::Limits;
use solomids::service::{Host, Service};

use crate::interrupt::Interrupt;

/// A service with the flag that ends its searches.
struct Desk {
    service: Service,
    flag: Arc<AtomicBool>,
}

/// Services that answer nothing now. One keeps the tables of its solvers.
static IDLE: Mutex<Vec<Desk>> = Mutex::new(Vec::new());

/// Answers a request in JSON, as `docs/service.md` has them. One that takes a `search` can be interrupted.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: &str, search: bool) -> PyResult<String> {
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut desk = idle.unwrap_or_else(|| {
        let flag = Arc::<AtomicBool>::default();
        let limits = Limits::default().interrupted_by(&flag);
        Desk { service: Service::new(Host { limits, ..Host::default() }), flag }
    });
    desk.flag.store(false, Ordering::SeqCst);
    let interrupt = Interrupt::with_flag(Arc::clone(&desk.flag));
    let answer = if search {
        interrupt.watch(py, || desk.service.answer(request))
    } else {
        py.detach(|| desk.service.answer(request))
    };
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
    interrupt.raise().map(|()| answer)
}
