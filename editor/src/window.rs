//! The real window, on a desktop.
//!
//! Called by the program when no picture was asked for. Turns a missing display or library into a sentence; knows nothing
//! of what the app shows.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::App;
use crate::theme;

/// Shows the app until it is closed; the error is a sentence.
pub fn open(app: App, size: [f32; 2], look: Option<egui::Theme>) -> Result<(), String> {
    let opened = Arc::new(AtomicBool::new(false));
    let ran = quietly(opened.clone(), || run(app, size, look, opened.clone()));
    match ran {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(no_window(&error.to_string())),
        Err(_) if !opened.load(Ordering::Relaxed) => Err(no_window("a library of the desktop is missing")),
        Err(ours) => panic::resume_unwind(ours),
    }
}

/// Missing libraries make the windowing layer panic. Until the window is there, nothing is printed about that.
fn quietly<T>(opened: Arc<AtomicBool>, run: impl FnOnce() -> T) -> std::thread::Result<T> {
    let spoken = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if opened.load(Ordering::Relaxed) {
            spoken(info);
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(run))
}

fn run(app: App, size: [f32; 2], look: Option<egui::Theme>, opened: Arc<AtomicBool>) -> eframe::Result {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Timeloom")
        .with_app_id("timeloom-editor")
        .with_inner_size(size)
        .with_min_inner_size([640.0, 420.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let begin = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        opened.store(true, Ordering::Relaxed);
        theme::install(&creation.egui_ctx);
        if let Some(look) = look {
            creation.egui_ctx.set_theme(look);
        }
        Ok(Box::new(app))
    };
    eframe::run_native("timeloom-editor", options, Box::new(begin))
}

fn no_window(why: &str) -> String {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    // What the windowing layer says begins with places in its source.
    let why = why.lines().next().and_then(|line| line.rsplit(": ").next()).unwrap_or_default();
    let why = if has_display { why } else { "there is no display" };
    format!(
        "no window can be opened ({why}); run it on a desktop, on Debian with the packages libxcursor1 libxi6 \
         libxkbcommon-x11-0 libgl1 libegl1, or use --screenshot OUT.png, which needs neither"
    )
}
