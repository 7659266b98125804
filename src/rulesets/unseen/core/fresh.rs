//! New ids, for a program or a person that places something. The only chance in this game that no seed decides: once
//! drawn, an id is data in a level or a log, and replay never comes here.

use super::components::EntityId;

/// An id that nothing else has.
pub(super) fn id() -> EntityId {
    EntityId::new_v4()
}
