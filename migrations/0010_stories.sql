-- The messages that tell what happens in a game: which steps each tells, and whether it may still show buttons.
CREATE TABLE stories (
    message_id INTEGER PRIMARY KEY,
    game       INTEGER NOT NULL REFERENCES games (key),
    channel_id INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('story', 'question', 'passing')),
    first      INTEGER NOT NULL CHECK (first >= 1),
    -- One less than first while nothing has been told yet.
    last       INTEGER NOT NULL CHECK (last >= first - 1),
    -- The step that the game was at when the message was drawn.
    shown      INTEGER NOT NULL,
    live       INTEGER NOT NULL CHECK (live IN (0, 1))
) STRICT;

CREATE INDEX stories_of_game ON stories (game, last);
CREATE INDEX stories_live ON stories (game) WHERE live = 1;
