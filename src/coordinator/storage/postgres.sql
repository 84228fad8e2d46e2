-- Functions of SQLite that our statements use, for PostgreSQL; each migration defines them anew.

CREATE OR REPLACE FUNCTION json_extract(body TEXT, path TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    -- A NUL character anywhere would make the whole body unreadable: chr(1114109) stands for it.
    RETURN regexp_replace(body, '(?<!\\)((\\\\)*)\\u0000', '\1' || chr(1114109), 'g')::json
        #>> string_to_array(substr(path, 3), '.');
EXCEPTION WHEN others THEN
    RETURN NULL;  -- no JSON
END $$;

CREATE OR REPLACE FUNCTION json_valid(body TEXT) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN body::json IS NOT NULL;
EXCEPTION WHEN others THEN
    RETURN FALSE;
END $$;

CREATE OR REPLACE FUNCTION json_each(list TEXT, OUT value TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT json_array_elements_text(list::json);
$$;

CREATE OR REPLACE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$
    SELECT strpos(whole, part);
$$;

CREATE OR REPLACE FUNCTION json_of_texts(list TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT array_to_json(list)::TEXT;
$$;

CREATE OR REPLACE AGGREGATE json_group_array(TEXT) (
    SFUNC = array_append, STYPE = TEXT[], INITCOND = '{}', FINALFUNC = json_of_texts);

CREATE OR REPLACE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE integrity_constraint_violation USING MESSAGE = TG_TABLE_NAME || ' is append-only';
END $$;
