-- The how-many-th entry into review of its issue a change is; 0 for all others, and for those that nobody counted.

ALTER TABLE history ADD COLUMN entry INTEGER NOT NULL DEFAULT 0;
