-- Messages in which a book speaks and which are kept up to date: who is in, how it stands, what waits for an answer.
CREATE TABLE book_posts (
    message_id INTEGER PRIMARY KEY,
    book       INTEGER NOT NULL REFERENCES books (key),
    channel_id INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('sign-up', 'standings', 'news')),
    -- The entries that it tells.
    first      INTEGER NOT NULL CHECK (first >= 1),
    last       INTEGER NOT NULL CHECK (last >= first),
    -- How many entries the book had when it was drawn.
    shown      INTEGER NOT NULL,
    -- A fingerprint of what it looks like, so that it is edited only where that changes.
    drawn      TEXT    NOT NULL
) STRICT;

CREATE INDEX book_posts_of_book ON book_posts (book);

-- What a campaign's map is drawn upon, where its organisers have a picture of their own.
CREATE TABLE book_pictures (
    book  INTEGER PRIMARY KEY REFERENCES books (key),
    bytes BLOB    NOT NULL
) STRICT;
