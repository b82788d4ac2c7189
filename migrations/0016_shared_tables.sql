-- Tables of leagues that somebody has shown to everybody in a channel: the newest of each division goes with its league.
CREATE TABLE shared_tables (
    book       INTEGER NOT NULL REFERENCES books (key),
    channel_id INTEGER NOT NULL,
    division   INTEGER NOT NULL,
    message_id INTEGER NOT NULL UNIQUE,
    -- The season that it shows.
    season     INTEGER NOT NULL,
    -- How many entries the book had when it was drawn.
    shown      INTEGER NOT NULL,
    -- A fingerprint of what it looks like, so that it is edited only where that changes.
    drawn      TEXT    NOT NULL,
    PRIMARY KEY (book, channel_id, division)
) STRICT;
