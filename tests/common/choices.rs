//! The legal actions at the cursor, each with its preview.

use timeloom::game::{ActionBytes, Play, Report};

pub(crate) struct Choice {
    pub(crate) bytes: ActionBytes,
    pub(crate) action: String,
    pub(crate) told: Result<Report, String>,
}

pub(crate) fn choices(game: &dyn Play) -> Vec<Choice> {
    let legal = game.offers().into_iter().filter(|offer| offer.refused.is_none());
    let choice = |offer: timeloom::game::Offer| {
        let told = game.preview(&offer.bytes).map_err(|error| error.to_string());
        Choice { bytes: offer.bytes, action: offer.action, told }
    };
    legal.map(choice).collect()
}
