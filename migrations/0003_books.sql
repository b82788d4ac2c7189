-- The books of a server: leagues and campaigns.

CREATE TABLE books (
    -- Short internal key, repeated in every entry; the text id is what people and buttons see.
    key           INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE CHECK (id <> ''),
    kind          TEXT    NOT NULL CHECK (kind IN ('league', 'campaign')),
    guild_id      INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    -- The name in lower case, because SQLite's LIKE folds only ASCII.
    name_folded   TEXT    NOT NULL,
    open          INTEGER NOT NULL CHECK (open IN (0, 1)),
    seq           INTEGER NOT NULL CHECK (seq >= 1),
    -- The book as it stands after so many entries.
    state         TEXT    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    -- When it next changes by itself, if ever.
    wakes_at_ms   INTEGER,
    -- Entries up to the first have been announced; up to the second that was begun.
    told_seq      INTEGER NOT NULL DEFAULT 0,
    telling_seq   INTEGER NOT NULL DEFAULT 0,
    -- When the last digest went out.
    digest_ms     INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One open book of a kind under each name of a server.
CREATE UNIQUE INDEX books_by_name ON books (guild_id, kind, name_folded) WHERE open = 1;
CREATE INDEX books_at_home ON books (guild_id, kind, key);
CREATE INDEX books_asleep ON books (wakes_at_ms) WHERE wakes_at_ms IS NOT NULL;
CREATE INDEX books_to_tell ON books (key) WHERE told_seq < seq;

CREATE TABLE entries (
    book           INTEGER NOT NULL REFERENCES books (key),
    seq            INTEGER NOT NULL CHECK (seq >= 1),
    user_id        INTEGER NOT NULL,
    user_name      TEXT    NOT NULL,
    interaction_id INTEGER,
    action         TEXT    NOT NULL,
    events         TEXT    NOT NULL,
    at_ms          INTEGER NOT NULL,
    PRIMARY KEY (book, seq)
) STRICT, WITHOUT ROWID;

-- An interaction delivered twice makes one entry.
CREATE UNIQUE INDEX entries_by_interaction ON entries (interaction_id) WHERE interaction_id IS NOT NULL;

-- Games that were opened for a match or a battle of a book.
CREATE TABLE book_games (
    game  INTEGER PRIMARY KEY REFERENCES games (key),
    book  INTEGER NOT NULL REFERENCES books (key),
    -- The number of the match or the battle.
    place INTEGER NOT NULL,
    -- Whether its end is in the book.
    noted INTEGER NOT NULL DEFAULT 0 CHECK (noted IN (0, 1))
) STRICT;

CREATE INDEX book_games_of ON book_games (book);
CREATE INDEX book_games_to_note ON book_games (game) WHERE noted = 0;
