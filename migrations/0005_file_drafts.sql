-- Files that an organiser has attached and looked at, but not brought into a league yet.

CREATE TABLE file_drafts (
    id         TEXT    PRIMARY KEY CHECK (id <> ''),
    book       INTEGER NOT NULL REFERENCES books (key),
    user_id    INTEGER NOT NULL,
    made_at_ms INTEGER NOT NULL,
    -- What stands in the file.
    file       TEXT    NOT NULL,
    -- Whom its names mean, as far as the organiser has said so: JSON.
    answers    TEXT    NOT NULL
) STRICT;

-- Of one person and one book, the last one is meant.
CREATE UNIQUE INDEX file_drafts_by_person ON file_drafts (book, user_id);
CREATE INDEX file_drafts_by_age ON file_drafts (made_at_ms);
