-- What people at every table want: reminders, absences, rolled and saved dice.

-- A game put away unfinished. It counts as ended, so that its channel is free, but it can be taken up again.
ALTER TABLE games ADD COLUMN shelved INTEGER NOT NULL DEFAULT 0 CHECK (shelved IN (0, 1) AND (shelved = 0 OR phase = 'ended'));

-- Whoever owes something is reminded after this many hours; 0 is never.
ALTER TABLE games ADD COLUMN remind_hours INTEGER NOT NULL DEFAULT 0 CHECK (remind_hours >= 0);

DROP TRIGGER take_game;
DROP VIEW game_inbox;
DROP TRIGGER take_step;
DROP VIEW step_inbox;

CREATE VIEW game_inbox AS
SELECT NULL AS id, NULL AS guild_id, NULL AS channel_id, NULL AS system, NULL AS name, NULL AS name_folded,
       NULL AS phase, NULL AS remind_hours, NULL AS seed, NULL AS seed_hash, NULL AS rules_version, NULL AS created_by,
       NULL AS organiser_id, NULL AS seats, NULL AS state, NULL AS user_id, NULL AS user_name,
       NULL AS interaction_id, NULL AS action, NULL AS dice, NULL AS events, NULL AS revokes, NULL AS at_ms
WHERE 0;

CREATE TRIGGER take_game INSTEAD OF INSERT ON game_inbox
BEGIN
    SELECT RAISE(ABORT, 'not taken')
    WHERE EXISTS (SELECT 1 FROM steps WHERE interaction_id = NEW.interaction_id);

    INSERT INTO games (id, guild_id, channel_id, system, name, name_folded, phase, remind_hours, seq, next_die, seed,
                       seed_hash, rules_version, created_by, organiser_id, created_at_ms, updated_at_ms, ended_at_ms,
                       seats)
    VALUES (NEW.id, NEW.guild_id, NEW.channel_id, NEW.system, NEW.name, NEW.name_folded, NEW.phase, NEW.remind_hours, 1,
            0, NEW.seed, NEW.seed_hash, NEW.rules_version, NEW.created_by, NEW.organiser_id, NEW.at_ms, NEW.at_ms,
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
       NULL AS state, NULL AS name, NULL AS name_folded, NULL AS phase, NULL AS shelved, NULL AS remind_hours,
       NULL AS organiser_id, NULL AS seats
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
    SET name = NEW.name, name_folded = NEW.name_folded, phase = NEW.phase, shelved = NEW.shelved,
        remind_hours = NEW.remind_hours, organiser_id = NEW.organiser_id,
        ended_at_ms = CASE WHEN NEW.phase = 'ended' THEN coalesce(ended_at_ms, NEW.at_ms) END
    WHERE id = NEW.game_id
      AND (name, phase, shelved, remind_hours, organiser_id)
          IS NOT (NEW.name, NEW.phase, NEW.shelved, NEW.remind_hours, NEW.organiser_id);
END;

-- Who owes what in which open game, since when, and what they have been told about it. It follows from the games and is
-- kept by whoever sends the notices; what was sent is the part that cannot be computed again.
CREATE TABLE owing (
    game       INTEGER NOT NULL REFERENCES games (key),
    user_id    INTEGER NOT NULL,
    what       TEXT    NOT NULL,
    -- Tells the same words about another thing apart.
    matter     TEXT    NOT NULL,
    -- The step that the game was at when this was first seen; it names the notice in its message.
    seq        INTEGER NOT NULL,
    since_ms   INTEGER NOT NULL,
    -- 0 not told, 1 being told, 2 told.
    next_up    INTEGER NOT NULL DEFAULT 0 CHECK (next_up IN (0, 1, 2)),
    reminded   INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1, 2)),
    PRIMARY KEY (game, user_id)
) STRICT, WITHOUT ROWID;

-- Open games that nobody has touched for long and whose people have been asked about it.
CREATE TABLE untouched (
    game     INTEGER PRIMARY KEY REFERENCES games (key),
    -- The step at which the game was asked about; a later step makes the question void.
    seq      INTEGER NOT NULL,
    asked_ms INTEGER NOT NULL,
    -- 1 being asked, 2 asked.
    told     INTEGER NOT NULL CHECK (told IN (1, 2))
) STRICT;

-- One absence for each person on a server, the latest.
CREATE TABLE absences (
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    from_ms  INTEGER NOT NULL,
    until_ms INTEGER NOT NULL CHECK (until_ms >= from_ms),
    note     TEXT    NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- Rolls under a name, of a person or of a server.
CREATE TABLE saved_rolls (
    scope       TEXT    NOT NULL CHECK (scope IN ('server', 'person')),
    owner       INTEGER NOT NULL,
    name_folded TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    dice        TEXT    NOT NULL,
    saved_by    INTEGER NOT NULL,
    PRIMARY KEY (scope, owner, name_folded)
) STRICT, WITHOUT ROWID;

-- The dice cup of a channel: the seed that its rolls come from until somebody asks for the proof.
CREATE TABLE cups (
    key          INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE CHECK (id <> ''),
    channel_id   INTEGER NOT NULL,
    seed         BLOB    NOT NULL CHECK (length(seed) = 32),
    seed_hash    TEXT    NOT NULL,
    next_die     INTEGER NOT NULL CHECK (next_die >= 0),
    opened_at_ms INTEGER NOT NULL,
    closed_at_ms INTEGER
) STRICT;

CREATE UNIQUE INDEX cups_in_use ON cups (channel_id) WHERE closed_at_ms IS NULL;

CREATE TABLE rolls (
    key            INTEGER PRIMARY KEY,
    id             TEXT    NOT NULL UNIQUE CHECK (id <> ''),
    cup            INTEGER NOT NULL REFERENCES cups (key),
    channel_id     INTEGER NOT NULL,
    user_id        INTEGER NOT NULL,
    user_name      TEXT    NOT NULL,
    interaction_id INTEGER NOT NULL UNIQUE,
    dice           TEXT    NOT NULL,
    rolled         TEXT    NOT NULL,
    -- A secret roll has a seed of its own, so that the proof of the others does not give it away.
    secret_seed    BLOB    CHECK (length(secret_seed) = 32),
    -- 0 for everybody to see, 1 secret, 2 was secret and has been shown.
    secret         INTEGER NOT NULL CHECK (secret IN (0, 1, 2) AND (secret = 0) = (secret_seed IS NULL)),
    at_ms          INTEGER NOT NULL
) STRICT;

CREATE INDEX rolls_in_channel ON rolls (channel_id, key);
CREATE INDEX rolls_of_person ON rolls (user_id);
CREATE INDEX rolls_in_cup ON rolls (cup);

CREATE VIEW roll_inbox AS
SELECT NULL AS id, NULL AS cup_id, NULL AS expected_die, NULL AS next_die, NULL AS channel_id, NULL AS user_id,
       NULL AS user_name, NULL AS interaction_id, NULL AS dice, NULL AS rolled, NULL AS secret_seed, NULL AS at_ms
WHERE 0;

CREATE TRIGGER take_roll INSTEAD OF INSERT ON roll_inbox
BEGIN
    INSERT INTO rolls (id, cup, channel_id, user_id, user_name, interaction_id, dice, rolled, secret_seed, secret, at_ms)
    SELECT NEW.id, key, NEW.channel_id, NEW.user_id, NEW.user_name, NEW.interaction_id, NEW.dice, NEW.rolled,
           NEW.secret_seed, NEW.secret_seed IS NOT NULL, NEW.at_ms
    FROM cups
    -- The dice must be the next ones of the cup that is in use.
    WHERE id = NEW.cup_id AND channel_id = NEW.channel_id AND closed_at_ms IS NULL AND next_die = NEW.expected_die
      AND NEW.next_die >= NEW.expected_die
    ON CONFLICT (interaction_id) DO NOTHING;

    SELECT RAISE(ABORT, 'not taken') WHERE changes() <> 1;

    UPDATE cups SET next_die = NEW.next_die WHERE id = NEW.cup_id AND next_die <> NEW.next_die;
END;
