//! `/at43 range`

use super::super::play_here;
use super::written;
use crate::run::{Ctx, run};
use crate::trouble::Fault;

/// Say how far it is, where the other side has asked.
#[poise::command(slash_command)]
pub async fn range(
    ctx: Ctx<'_>,
    #[description = "“24 cover, 3 see”, “Storm golems 1: 24; Goliaths: r4”, “cannot tell”; nothing is out of sight"]
    #[max_length = 600]
    ranges: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 range", move |hall, request| async move {
        let text = ranges.unwrap_or_default();
        play_here(&hall, &request, None, |_, view| written(view, &text)).await
    })
    .await
}
