-- A game whose end is in its book and which was opened again since: the clerk takes the result out of the book.
ALTER TABLE book_games ADD COLUMN reopened INTEGER NOT NULL DEFAULT 0 CHECK (reopened IN (0, 1));

CREATE INDEX book_games_reopened ON book_games (game) WHERE reopened = 1;
