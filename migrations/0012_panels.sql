-- Dice panels: messages with a person's own buttons, each with a roll behind it.
CREATE TABLE panels (
    id             TEXT    PRIMARY KEY CHECK (id <> ''),
    -- None in direct messages.
    guild_id       INTEGER,
    -- Where it stands now.
    channel_id     INTEGER NOT NULL,
    owner          INTEGER NOT NULL,
    owner_name     TEXT    NOT NULL,
    title          TEXT    NOT NULL,
    -- The label and the dice of each button: JSON.
    buttons        TEXT    NOT NULL,
    -- Rises with each change, so that a button of an older message is known as such.
    revision       INTEGER NOT NULL DEFAULT 1,
    -- The form that made it: filled in once, it makes one panel.
    interaction_id INTEGER NOT NULL UNIQUE,
    made_at_ms     INTEGER NOT NULL
) STRICT;

CREATE INDEX panels_by_owner ON panels (owner, made_at_ms);
CREATE INDEX panels_by_place ON panels (coalesce(guild_id, channel_id));
