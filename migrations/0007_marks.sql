-- The mark of a cup: a fingerprint of everything rolled from it so far, in order, secret rolls among them. It stands below every
-- roll, so that no roll can be exchanged later, not even one that is shown long after.

-- NULL before the first roll that has a mark; then it begins with the hash of the cup's seed.
ALTER TABLE cups ADD COLUMN mark TEXT;

CREATE TABLE marks (
    key   INTEGER PRIMARY KEY,
    cup   INTEGER NOT NULL REFERENCES cups (key),
    -- A person who has their rolls deleted leaves the fingerprint behind, and nothing that leads back to them.
    roll  INTEGER UNIQUE REFERENCES rolls (key) ON DELETE SET NULL,
    -- What the roll adds, and the mark after it.
    entry TEXT    NOT NULL,
    mark  TEXT    NOT NULL
) STRICT;

CREATE INDEX marks_of_cup ON marks (cup);

DROP TRIGGER take_roll;
DROP VIEW roll_inbox;

CREATE VIEW roll_inbox AS
SELECT NULL AS id, NULL AS cup_id, NULL AS expected_die, NULL AS next_die, NULL AS expected_mark, NULL AS entry, NULL AS mark,
       NULL AS channel_id, NULL AS user_id, NULL AS user_name, NULL AS interaction_id, NULL AS dice, NULL AS rolled,
       NULL AS secret_seed, NULL AS at_ms
WHERE 0;

CREATE TRIGGER take_roll INSTEAD OF INSERT ON roll_inbox
BEGIN
    INSERT INTO rolls (id, cup, channel_id, user_id, user_name, interaction_id, dice, rolled, secret_seed, secret, at_ms)
    SELECT NEW.id, key, NEW.channel_id, NEW.user_id, NEW.user_name, NEW.interaction_id, NEW.dice, NEW.rolled,
           NEW.secret_seed, NEW.secret_seed IS NOT NULL, NEW.at_ms
    FROM cups
    -- The dice must be the next ones of the cup that is in use, and its mark the one that goes on.
    WHERE id = NEW.cup_id AND channel_id = NEW.channel_id AND closed_at_ms IS NULL AND next_die = NEW.expected_die
      AND NEW.next_die >= NEW.expected_die AND coalesce(mark, seed_hash) = NEW.expected_mark
    ON CONFLICT (interaction_id) DO NOTHING;

    SELECT RAISE(ABORT, 'not taken') WHERE changes() <> 1;

    INSERT INTO marks (cup, roll, entry, mark)
    SELECT cup, key, NEW.entry, NEW.mark FROM rolls WHERE id = NEW.id;

    UPDATE cups SET next_die = NEW.next_die, mark = NEW.mark WHERE id = NEW.cup_id;
END;
