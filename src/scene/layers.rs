//! Layers that can be shown or hidden over a scene: which exist, and which are enabled.
//!
//! Rulesets list theirs and ask the view about each; painters offer them by name and know none of them.

use serde::Serialize;

use super::View;

/// A layer that can be shown or hidden over a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Id in settings files; never changes.
    pub id: &'static str,
    /// Name in menus.
    pub name: &'static str,
    /// Description in one sentence.
    pub hint: &'static str,
    /// Whether it is shown by default.
    pub default: bool,
}

/// Set of enabled layers, by index in the list of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers(u32);

impl Layers {
    /// Returns the layers that are shown by default.
    pub fn on_by_default(list: &[Layer]) -> Self {
        let default = list.iter().enumerate().filter(|(_, layer)| layer.default);
        default.fold(Self::default(), |layers, (place, _)| layers.with(place, true))
    }

    /// Whether the layer at an index is enabled.
    pub fn has(self, place: usize) -> bool {
        place < 32 && self.0 >> place & 1 == 1
    }

    /// Returns the set with the layer at an index enabled or disabled.
    pub fn with(self, place: usize, wanted: bool) -> Self {
        let bit = if place < 32 { 1 << place } else { 0 };
        Self(if wanted { self.0 | bit } else { self.0 & !bit })
    }
}

impl View {
    /// Whether a layer of this list is enabled.
    pub fn shows(&self, list: &[Layer], id: &str) -> bool {
        let wanted = self.layers.unwrap_or_else(|| Layers::on_by_default(list));
        list.iter().position(|layer| layer.id == id).is_some_and(|place| wanted.has(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Layer] = &[
        Layer { id: "fog", name: "Fog", hint: "What hides.", default: true },
        Layer { id: "wind", name: "Wind", hint: "What blows.", default: false },
    ];

    fn shown(view: View) -> [bool; 3] {
        ["fog", "wind", "rain"].map(|id| view.shows(LIST, id))
    }

    #[test]
    fn without_a_wish_the_usual_layers_are_shown() {
        assert_eq!(shown(View::default()), [true, false, false]);
    }

    #[test]
    fn each_layer_is_switched_by_itself() {
        let layers = Layers::on_by_default(LIST).with(1, true);
        assert_eq!(shown(View { layers: Some(layers), ..View::default() }), [true, true, false]);
        let layers = layers.with(0, false);
        assert_eq!(shown(View { layers: Some(layers), ..View::default() }), [false, true, false]);
    }

    #[test]
    fn places_beyond_the_last_are_never_wanted() {
        assert_eq!(Layers::default().with(32, true), Layers::default());
        assert!(!Layers::default().with(31, true).has(63));
    }
}
