//! Every command of the bot.

use crate::run::Command;
use crate::{
    away, campaign, game, general, help, league, my, player, privacy, roll, server_settings,
    systems,
};

pub fn all() -> Vec<Command> {
    let mut all = vec![
        game::game(),
        general::draw(),
        general::dice(),
        general::unit(),
        general::explain(),
        general::explain_this(),
        general::profile(),
        general::weapon(),
        general::rules(),
    ];
    all.extend(systems::commands());
    all.extend([
        league::league(),
        league::organise(),
        campaign::campaign(),
        campaign::chronicler(),
        roll::roll(),
        roll::rolls(),
        player::player(),
        my::my(),
        away::leave_of_absence(),
        help::help(),
        help::about(),
        privacy::privacy(),
        server_settings::settings(),
    ]);
    all
}
