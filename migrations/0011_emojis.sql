-- The emoji that the bot has uploaded for its application, so that they are uploaded once and known right after a start.
CREATE TABLE emojis (
    application_id INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    emoji_id       INTEGER NOT NULL,
    -- A fingerprint of the picture: where it is another one now, the emoji is made anew.
    drawing        TEXT    NOT NULL,
    PRIMARY KEY (application_id, name)
) STRICT, WITHOUT ROWID;
