-- One label in upper and lower case is the same one, also where texts are compared by their bytes.

CREATE UNIQUE INDEX label_once ON labels (issue, lower(label));
