//! The clock of a benchmark: CPU time of this thread, so that other load on the machine does not count.

use std::time::Duration;

#[cfg(unix)]
pub(crate) fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("time is not negative")
}

#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
