//! Generates new ids, for a program or a person that places something. The only randomness in this game that does not
//! come from a seed: once generated, an id is data in a level or a log, and replay never comes here.

use super::components::EntityId;

/// Returns a unique id.
pub(super) fn id() -> EntityId {
    EntityId::new_v4()
}
