-- Games, their steps and settings.
--
-- Discord ids are unsigned 64-bit numbers; they are stored bit for bit as signed INTEGER.
-- Times are milliseconds since 1970 (UTC).
-- Rows of games and steps are never deleted: ended games are the archive.

CREATE TABLE games (
    -- Short internal key, repeated in every step; the text id is what people and buttons see.
    key           INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE CHECK (id <> ''),
    guild_id      INTEGER,
    channel_id    INTEGER NOT NULL,
    system        TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    -- The name in lower case, because SQLite's LIKE folds only ASCII.
    name_folded   TEXT    NOT NULL,
    phase         TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'ended')),
    seq           INTEGER NOT NULL CHECK (seq >= 1),
    next_die      INTEGER NOT NULL CHECK (next_die >= 0),
    seed          BLOB    NOT NULL CHECK (length(seed) = 32),
    seed_hash     TEXT    NOT NULL,
    rules_version TEXT    NOT NULL,
    created_by    INTEGER NOT NULL,
    organiser_id  INTEGER,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    ended_at_ms   INTEGER CHECK ((phase = 'ended') = (ended_at_ms IS NOT NULL)),
    board_channel INTEGER,
    board_message INTEGER CHECK ((board_channel IS NULL) = (board_message IS NULL)),
    board_pinned  INTEGER NOT NULL DEFAULT 0 CHECK (board_pinned IN (0, 1)),
    -- A JSON array of who sits where and who owes an action. It changes with nearly every step, and
    -- this row is rewritten then anyway; a table of its own would cost a page more per step.
    seats         TEXT    NOT NULL CHECK (json_valid(seats))
) STRICT;

-- One open game per channel.
CREATE UNIQUE INDEX games_open_in_channel ON games (channel_id) WHERE ended_at_ms IS NULL;

-- The home of a game is its server or, in direct messages, its channel. No index holds a column that changes
-- with every step.
CREATE INDEX games_open_at_home ON games (coalesce(guild_id, channel_id)) WHERE ended_at_ms IS NULL;
CREATE INDEX games_ended_at_home ON games (coalesce(guild_id, channel_id), ended_at_ms) WHERE ended_at_ms IS NOT NULL;

CREATE TABLE steps (
    game           INTEGER NOT NULL REFERENCES games (key),
    seq            INTEGER NOT NULL CHECK (seq >= 1),
    user_id        INTEGER NOT NULL,
    user_name      TEXT    NOT NULL,
    interaction_id INTEGER,
    action         TEXT    NOT NULL,
    dice           TEXT    NOT NULL,
    events         TEXT    NOT NULL,
    revokes        INTEGER CHECK (revokes >= 1 AND revokes < seq),
    -- The number of the next die after this step.
    next_die       INTEGER NOT NULL CHECK (next_die >= 0),
    at_ms          INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- An interaction delivered twice makes one step.
CREATE UNIQUE INDEX steps_by_interaction ON steps (interaction_id) WHERE interaction_id IS NOT NULL;

-- The state after games.seq steps, replaced with each step.
CREATE TABLE snapshots (
    game  INTEGER PRIMARY KEY REFERENCES games (key),
    seq   INTEGER NOT NULL,
    state TEXT    NOT NULL
) STRICT;

-- owner is a server id, a person's id or games.key, as scope says.
CREATE TABLE settings (
    scope TEXT    NOT NULL CHECK (scope IN ('server', 'person', 'game')),
    owner INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (scope, owner, key)
) STRICT, WITHOUT ROWID;

-- Inboxes: views that hold nothing. Inserting into one is a whole change in one statement, so it is atomic by itself
-- and costs one way to the database and back. 'not taken' means that nothing happened; reading tells why.

CREATE VIEW game_inbox AS
SELECT NULL AS id, NULL AS guild_id, NULL AS channel_id, NULL AS system, NULL AS name, NULL AS name_folded,
       NULL AS phase, NULL AS seed, NULL AS seed_hash, NULL AS rules_version, NULL AS created_by,
       NULL AS organiser_id, NULL AS seats, NULL AS state, NULL AS user_id, NULL AS user_name,
       NULL AS interaction_id, NULL AS action, NULL AS dice, NULL AS events, NULL AS revokes, NULL AS at_ms
WHERE 0;

CREATE TRIGGER take_game INSTEAD OF INSERT ON game_inbox
BEGIN
    SELECT RAISE(ABORT, 'not taken')
    WHERE EXISTS (SELECT 1 FROM steps WHERE interaction_id = NEW.interaction_id);

    INSERT INTO games (id, guild_id, channel_id, system, name, name_folded, phase, seq, next_die, seed, seed_hash,
                       rules_version, created_by, organiser_id, created_at_ms, updated_at_ms, ended_at_ms, seats)
    VALUES (NEW.id, NEW.guild_id, NEW.channel_id, NEW.system, NEW.name, NEW.name_folded, NEW.phase, 1, 0, NEW.seed,
            NEW.seed_hash, NEW.rules_version, NEW.created_by, NEW.organiser_id, NEW.at_ms, NEW.at_ms,
            CASE WHEN NEW.phase = 'ended' THEN NEW.at_ms END, NEW.seats)
    ON CONFLICT (channel_id) WHERE ended_at_ms IS NULL DO NOTHING;

    SELECT RAISE(ABORT, 'not taken') WHERE changes() <> 1;

    INSERT INTO steps (game, seq, user_id, user_name, interaction_id, action, dice, events, revokes, next_die, at_ms)
    SELECT key, 1, NEW.user_id, NEW.user_name, NEW.interaction_id, NEW.action, NEW.dice, NEW.events, NEW.revokes, 0,
           NEW.at_ms
    FROM games WHERE id = NEW.id;

    INSERT INTO snapshots (game, seq, state) SELECT key, 1, NEW.state FROM games WHERE id = NEW.id;
END;

CREATE VIEW step_inbox AS
SELECT NULL AS game_id, NULL AS expected_seq, NULL AS next_die, NULL AS user_id, NULL AS user_name,
       NULL AS interaction_id, NULL AS action, NULL AS dice, NULL AS events, NULL AS revokes, NULL AS at_ms,
       NULL AS state, NULL AS name, NULL AS name_folded, NULL AS phase, NULL AS organiser_id, NULL AS seats
WHERE 0;

CREATE TRIGGER take_step INSTEAD OF INSERT ON step_inbox
BEGIN
    INSERT INTO steps (game, seq, user_id, user_name, interaction_id, action, dice, events, revokes, next_die, at_ms)
    SELECT key, seq + 1, NEW.user_id, NEW.user_name, NEW.interaction_id, NEW.action, NEW.dice, NEW.events,
           NEW.revokes, NEW.next_die, NEW.at_ms
    FROM games
    -- Decided on the state as it is, and no die comes back.
    WHERE id = NEW.game_id AND seq = NEW.expected_seq AND next_die <= NEW.next_die
    ON CONFLICT (interaction_id) WHERE interaction_id IS NOT NULL DO NOTHING;

    SELECT RAISE(ABORT, 'not taken') WHERE changes() <> 1;

    INSERT INTO snapshots (game, seq, state)
    SELECT key, seq + 1, NEW.state FROM games WHERE id = NEW.game_id
    ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, state = excluded.state;

    UPDATE games SET seq = seq + 1, next_die = NEW.next_die, updated_at_ms = NEW.at_ms, seats = NEW.seats
    WHERE id = NEW.game_id;

    -- Apart from the above, because these seldom change and phase decides about the places in the indexes.
    UPDATE games
    SET name = NEW.name, name_folded = NEW.name_folded, phase = NEW.phase, organiser_id = NEW.organiser_id,
        ended_at_ms = CASE WHEN NEW.phase = 'ended' THEN coalesce(ended_at_ms, NEW.at_ms) END
    WHERE id = NEW.game_id AND (name, phase, organiser_id) IS NOT (NEW.name, NEW.phase, NEW.organiser_id);
END;
