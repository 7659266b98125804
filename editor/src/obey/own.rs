//! What is done about the window itself.

use egui::Context;

use crate::app::App;
use crate::command::Own;

impl App {
    pub(super) fn obey_own(&mut self, _ctx: &Context, own: Own) {
        match own {
            Own::Mode => {}
            Own::Help => self.help = !self.help,
            Own::Dismiss => (self.help, self.dialog, self.message) = (false, None, None),
        }
    }
}
