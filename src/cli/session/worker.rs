//! A thread that answers one request at a time, so that the screen never waits for a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// What a request shares with the thread that answers it.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    /// Number of the request, from 1.
    pub(crate) number: u64,
    /// Set once the answer is to be what has been found so far.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// How far the search is, in words that follow its time; empty at first.
    pub(crate) progress: Arc<Mutex<String>>,
}

struct Pending<R> {
    request: Arc<R>,
    signal: Signal,
    since: Instant,
}

/// A thread that answers requests of type `R`. At most one is under way: another request cancels it.
pub(crate) struct Worker<R, A> {
    jobs: Sender<(Arc<R>, Signal)>,
    answers: Receiver<(u64, anyhow::Result<A>)>,
    /// Number of the last request.
    asked: u64,
    pending: Option<Pending<R>>,
}

impl<R: Send + Sync + 'static, A: Send + 'static> Worker<R, A> {
    /// Starts the thread, which answers by `work`.
    pub(crate) fn start(
        mut work: impl FnMut(&R, &Signal) -> anyhow::Result<A> + Send + 'static,
    ) -> anyhow::Result<Self> {
        let (jobs, inbox) = mpsc::channel::<(Arc<R>, Signal)>();
        let (outbox, answers) = mpsc::channel();
        let answer_all = move || {
            while let Ok((request, signal)) = inbox.recv() {
                let answer = work(&request, &signal);
                if outbox.send((signal.number, answer)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("worker".into()).spawn(answer_all).context("cannot start a thread")?;
        Ok(Self { jobs, answers, asked: 0, pending: None })
    }

    /// Cancels the request under way and sends another one.
    pub(crate) fn ask(&mut self, request: R) {
        self.cancel();
        self.asked += 1;
        let request = Arc::new(request);
        let signal = Signal { number: self.asked, interrupt: Arc::default(), progress: Arc::default() };
        // If the thread has died, `poll` reports it.
        let _ = self.jobs.send((Arc::clone(&request), signal.clone()));
        self.pending = Some(Pending { request, signal, since: Instant::now() });
    }

    /// Interrupts the request under way and no longer awaits its answer.
    pub(crate) fn cancel(&mut self) {
        self.interrupt();
        self.pending = None;
    }

    /// The request under way, how long it has been, and how far it is.
    pub(crate) fn pending(&self) -> Option<(&R, Duration, String)> {
        let Pending { request, signal, since } = self.pending.as_ref()?;
        let progress = signal.progress.lock().map(|words| words.clone()).unwrap_or_default();
        Some((request, since.elapsed(), progress))
    }

    /// The answer to the request under way, once there is one. Answers to cancelled requests are dropped.
    ///
    /// # Errors
    /// Those of any answer, and the death of the thread.
    pub(crate) fn poll(&mut self) -> anyhow::Result<Option<(Arc<R>, A)>> {
        loop {
            let (number, answer) = match self.answers.try_recv() {
                Ok((number, answer)) => (number, answer?),
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => {
                    anyhow::bail!("internal error: the search has come to a sudden end, please report it")
                }
            };
            if let Some(Pending { request, .. }) =
                self.pending.take_if(|pending| pending.signal.number == number)
            {
                return Ok(Some((request, answer)));
            }
        }
    }
}

impl<R, A> Worker<R, A> {
    /// Interrupts the request under way, which is then answered with what has been found so far; returns whether there is one.
    pub(crate) fn interrupt(&self) -> bool {
        if let Some(pending) = &self.pending {
            pending.signal.interrupt.store(true, Ordering::Relaxed);
        }
        self.pending.is_some()
    }
}

impl<R, A> Drop for Worker<R, A> {
    fn drop(&mut self) {
        self.interrupt();
    }
}
