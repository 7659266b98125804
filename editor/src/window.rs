//! The real window, on a desktop.
//!
//! Called by the program unless a screenshot was requested. Turns a missing display or library into a
//! sentence; knows nothing about the content.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::Error;

use crate::app::App;
use crate::saved_report::SavedReport;
use crate::settings::WindowPlacement;
use crate::theme;

/// Default size of the window.
const DEFAULT_SIZE: [f32; 2] = [1280.0, 800.0];

/// Minimum size at which all panels fit.
pub(crate) const LEAST: [f32; 2] = [640.0, 420.0];

/// Shows the app until it is closed, and prints the saved state if there is a report; the error is a
/// sentence.
pub fn open(app: App, size: Option<[f32; 2]>, report: Option<SavedReport>) -> Result<(), String> {
    let opened = Arc::new(AtomicBool::new(false));
    let ran = quietly(opened.clone(), || run(Running { app, report }, size, opened.clone()));
    match ran {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Error::Glutin(_) | Error::NoGlutinConfigs(..) | Error::OpenGL(_))) => {
            Err(no_window("there is no OpenGL"))
        }
        Ok(Err(error)) => Err(no_window(&error.to_string())),
        Err(_) if !opened.load(Ordering::Relaxed) => Err(no_window("a library of the desktop is missing")),
        Err(ours) => panic::resume_unwind(ours),
    }
}

/// Catches panics. The windowing layer panics if libraries are missing; until the window is open, such panics print
/// nothing.
fn quietly<T>(opened: Arc<AtomicBool>, run: impl FnOnce() -> T) -> std::thread::Result<T> {
    let spoken = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if opened.load(Ordering::Relaxed) {
            spoken(info);
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(run))
}

fn run(mut running: Running, size: Option<[f32; 2]>, opened: Arc<AtomicBool>) -> eframe::Result {
    let place = running.app.settings().window;
    let viewport = egui::ViewportBuilder::default()
        .with_title("Timeloom")
        .with_app_id("timeloom-editor")
        .with_inner_size(size.or(place.map(|place| place.size)).unwrap_or(DEFAULT_SIZE))
        .with_maximized(size.is_none() && place.is_some_and(|place| place.maximized))
        .with_min_inner_size(LEAST)
        .with_drag_and_drop(true);
    let viewport = match place.and_then(|place| place.at) {
        Some(at) if size.is_none() => viewport.with_position(at),
        _ => viewport,
    };
    // Without dithering, the window matches its screenshots, and a software GPU has less to do.
    let options = eframe::NativeOptions { viewport, dithering: false, ..Default::default() };
    let begin = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        opened.store(true, Ordering::Relaxed);
        theme::install(&creation.egui_ctx);
        creation.egui_ctx.set_theme(egui::ThemePreference::System);
        running.app.attend(&creation.egui_ctx);
        running.app.answer(&creation.egui_ctx);
        Ok(Box::new(running))
    };
    eframe::run_native("timeloom-editor", options, Box::new(begin))
}

/// The app in its window.
struct Running {
    app: App,
    report: Option<SavedReport>,
}

impl Running {
    /// Prints what is saved now. Ignores errors: then nobody reads it.
    fn print_saved(&mut self) {
        let (Some(report), Some(workspace)) = (&mut self.report, self.app.workspace()) else { return };
        let mut out = std::io::stdout().lock();
        for line in report.changes(workspace) {
            _ = writeln!(out, "{line}");
        }
        _ = out.flush();
    }
}

impl eframe::App for Running {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.app.show(ui);
        if let Some(place) = place(ui.ctx()) {
            self.app.settings_mut().window = Some(place);
        }
        self.print_saved();
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        let closed = self.app.close();
        let unwritten = self.app.workspace().and_then(|workspace| workspace.unwritten()).map(str::to_owned);
        if let Some(reason) = closed.err().or(unwritten) {
            eprintln!("error: {reason}");
        }
    }
}

/// Returns the placement of the window; `None` while it is minimized or too small. Omits a position off the
/// screen.
fn place(ctx: &egui::Context) -> Option<WindowPlacement> {
    let scale = ctx.zoom_factor();
    ctx.input(|input| {
        let view = input.viewport();
        let size = view.inner_rect?.size() * scale;
        let at = view.outer_rect.map(|rect| rect.min * scale).filter(|at| at.x >= -50.0 && at.y >= -50.0);
        let seen = view.minimized != Some(true) && size.x >= 200.0 && size.y >= 200.0;
        let maximized = view.maximized.unwrap_or(false);
        seen.then(|| WindowPlacement {
            at: at.map(|at| [at.x.round(), at.y.round()]),
            size: [size.x.round(), size.y.round()],
            maximized,
        })
    })
}

fn no_window(why: &str) -> String {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    // Errors of the windowing layer start with locations in its source.
    let why = why.lines().next().and_then(|line| line.rsplit(": ").next()).unwrap_or_default();
    let why = if has_display { why } else { "there is no display" };
    format!(
        "no window can be opened ({why}); run it on a desktop, on Debian with the packages libxcursor1 libxi6 \
         libxkbcommon-x11-0 libgl1 libegl1, or use --screenshot OUT.png, which needs neither"
    )
}
