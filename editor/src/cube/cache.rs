//! Caches the computed parts of the cube between frames: the stack, the walls, the static parts, and the whole mesh.
//!
//! Each is recomputed only when its inputs change. Going to another turn keeps the static parts; turning the cube
//! keeps the stack. Decides nothing about appearance.

use std::sync::{Arc, Mutex};

use egui::{Context, Id, Mesh, Ui};

use super::camera::Lens;
use super::faces::Faces;
use super::paint::CubePainter;
use super::plan::Plan;
use super::stack::{self, Stack};
use crate::document::Document;
use crate::theme::Palette;

/// Cached parts, shared through egui.
#[derive(Clone, Default)]
pub(super) struct CubeCache(Arc<Mutex<CachedParts>>);

#[derive(Default)]
struct CachedParts {
    stack: stack::StackCache,
    plan: Option<(u64, Plan)>,
    still: Option<(Seen, Faces)>,
    whole: Option<(Arc<Stack>, Seen, Arc<Mesh>)>,
}

/// Inputs of the static parts.
#[derive(Clone, Copy, PartialEq)]
struct Seen {
    still: u64,
    lens: Lens,
    palette: &'static Palette,
}

impl CubeCache {
    pub(super) fn of(ctx: &Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(Id::unique("cube cache")).clone())
    }

    /// Returns the stack of a document; `None` if its game has no slices.
    pub(super) fn stack(&self, document: &Document) -> Option<Arc<Stack>> {
        self.0.lock().ok()?.stack.of(document)
    }

    /// Returns the whole mesh, seen through a lens.
    pub(super) fn mesh(&self, ui: &Ui, stack: &Arc<Stack>, lens: Lens) -> Arc<Mesh> {
        let seen = Seen { still: stack.still, lens, palette: Palette::of(ui) };
        self.0.lock().map(|mut parts| parts.mesh(ui, stack, seen)).unwrap_or_default()
    }
}

impl CachedParts {
    fn mesh(&mut self, ui: &Ui, stack: &Arc<Stack>, seen: Seen) -> Arc<Mesh> {
        let same = |whole: &&(Arc<Stack>, Seen, Arc<Mesh>)| Arc::ptr_eq(&whole.0, stack) && whole.1 == seen;
        if let Some((_, _, mesh)) = self.whole.as_ref().filter(same) {
            return mesh.clone();
        }
        let dark = ui.visuals().dark_mode;
        if self.plan.as_ref().is_none_or(|(still, _)| *still != stack.still) {
            self.plan = Some((stack.still, Plan::new(ui.ctx(), &stack.cube)));
        }
        let Some((_, plan)) = &self.plan else { return Arc::default() };
        let painter = || CubePainter::new(stack, plan, seen.lens, seen.palette, dark);
        let still = self.still.take().filter(|still| still.0 == seen);
        let still = still.unwrap_or_else(|| (seen, painter().still()));
        let mesh = Arc::new(still.1.mixed(&painter().moving(), plan.texture()));
        self.still = Some(still);
        self.whole = Some((stack.clone(), seen, mesh.clone()));
        mesh
    }
}
