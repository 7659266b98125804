//! The current settings, the key bindings derived from them, and the settings file.
//!
//! Part of the app. Handlers change the settings through it; it writes them once per change.

use egui::KeyboardShortcut;
use timeloom::scene::{Layer, Layers};

use crate::app_dirs::AppDirs;
use crate::keys::{self, Keys};
use crate::settings::{self, SCALES, Settings, Tab};
use crate::workspace::{Mode, Workspace};

/// Change of the scale per step.
const SCALE_STEP: f32 = 0.1;

/// The settings and their file.
#[derive(Debug)]
pub(crate) struct SettingsStore {
    pub(crate) app_dirs: AppDirs,
    pub(crate) current: Settings,
    keys: Keys,
    /// The settings as last written to the file.
    written: Settings,
}

impl SettingsStore {
    /// Reads the settings; the sentence says what could not be read.
    pub(crate) fn read(app_dirs: AppDirs) -> (Self, Option<String>) {
        let path = app_dirs.settings();
        let (found, wrong) = path.as_deref().map(Settings::read).unwrap_or_default();
        let current = found.unwrap_or_default();
        let (keys, written) = (Keys::from_names(&current.keys), current.clone());
        (Self { app_dirs, current, keys, written }, wrong)
    }

    /// The key bindings.
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Writes the file if the settings have changed; the error is a sentence.
    pub(crate) fn save(&mut self) -> Result<(), String> {
        if self.current == self.written {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.written, self.current.clone());
        let Some(path) = self.app_dirs.settings() else { return Ok(()) };
        // Another window may have written the file in the meantime.
        if let Some(theirs) = Settings::glance(&path) {
            return self.current.joined(&before, &theirs).write(&path);
        }
        let kept = settings::keep_broken(&path);
        self.current.write(&path)?;
        kept.map_or(Ok(()), Err)
    }

    /// Puts the open file at the head of the recent files.
    pub(crate) fn remember(&mut self, workspace: &Workspace) {
        if let Some(path) = workspace.file() {
            self.current.remember(path, workspace.mode());
        }
    }

    /// Binds keys to a command.
    pub(crate) fn bind(&mut self, id: &str, bound: &[KeyboardShortcut]) {
        let names = bound.iter().map(keys::spell).collect();
        self.current.keys.insert(id.to_owned(), names);
        self.keys = Keys::from_names(&self.current.keys);
    }

    /// Restores the default keys of a command, or of all commands.
    pub(crate) fn reset_keys(&mut self, id: Option<&str>) {
        match id {
            Some(id) => _ = self.current.keys.remove(id),
            None => self.current.keys.clear(),
        }
        self.keys = Keys::from_names(&self.current.keys);
    }

    /// Sets the scale, within limits.
    pub(crate) fn set_scale(&mut self, scale: f32) {
        self.current.scale = scale.clamp(*SCALES.start(), *SCALES.end());
    }

    /// Increases the scale by this many steps; returns the new scale in per cent.
    pub(crate) fn enlarge(&mut self, steps: i32) -> f32 {
        self.set_scale(((self.current.sane_scale() / SCALE_STEP).round() + steps as f32) * SCALE_STEP);
        (self.current.scale * 100.0).round()
    }

    /// Shows a tab in the right panel.
    pub(crate) fn show_tab(&mut self, mode: Option<Mode>, tab: Tab) {
        match mode {
            Some(Mode::Draw) => self.current.layout.drawing = tab,
            Some(Mode::Play) => self.current.layout.playing = tab,
            None => {}
        }
    }

    /// Returns the layers to show.
    pub(crate) fn shown_layers(&self, layers: &[Layer]) -> Layers {
        let shown = layers.iter().map(|layer| self.current.shows(layer)).enumerate();
        shown.fold(Layers::default(), |layers, (place, on)| layers.with(place, on))
    }

    /// Shows or hides one layer.
    pub(crate) fn toggle_layer(&mut self, layer: &Layer) {
        let shown = self.current.shows(layer);
        self.current.overlays.insert(layer.id.to_owned(), !shown);
    }

    /// Hides all layers, or shows the default ones if all are hidden.
    pub(crate) fn toggle_layers(&mut self, layers: &[Layer]) {
        let all_hidden = layers.iter().all(|layer| !self.current.shows(layer));
        for layer in layers {
            match all_hidden {
                true => self.current.overlays.remove(layer.id),
                false => self.current.overlays.insert(layer.id.to_owned(), false),
            };
        }
    }
}
