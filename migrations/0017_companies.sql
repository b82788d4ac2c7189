-- Companies that players keep for other games: forces, rosters, whatever a system builds beforehand.
CREATE TABLE companies (
    -- 0 in direct messages.
    guild_id      INTEGER NOT NULL,
    user_id       INTEGER NOT NULL,
    system        TEXT    NOT NULL CHECK (system <> ''),
    name_folded   TEXT    NOT NULL CHECK (name_folded <> ''),
    name          TEXT    NOT NULL,
    -- What only the system understands.
    text          TEXT    NOT NULL CHECK (octet_length(text) <= 8192),
    changed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, system, name_folded)
) STRICT, WITHOUT ROWID;
