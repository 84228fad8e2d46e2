-- What was begun for a review and must not be begun again, whichever process or machine is told to.

CREATE TABLE begun (name TEXT PRIMARY KEY);
