-- A login of PostgreSQL for each process of the fleet. Run by whoever administers the server, in the fleet's own
-- database, as often as you like; each run sets the passwords, which come as settings:
--   PGOPTIONS='-c logins.owner=… -c logins.api=… -c logins.coordinator=… -c logins.gateway=…
--     -c logins.worker=…' psql --file logins.sql
-- cges_owner owns the database and the schema and migrates; it is a member of nothing. Each other login is a member of
-- its process's role alone, to which migrating gives its rights. What was there before changes owners.
DO $$
DECLARE
  login record;
  thing record;
BEGIN
  FOR login IN SELECT * FROM (VALUES
    ('cges_owner', NULL, 'logins.owner'),
    ('cges_api_login', 'cges_api', 'logins.api'),
    ('cges_coordinator_login', 'cges_coordinator', 'logins.coordinator'),
    ('cges_gateway_login', 'cges_gateway', 'logins.gateway'),
    ('cges_worker_login', 'cges_worker', 'logins.worker')
  ) AS l (name, role, setting)
  LOOP
    IF coalesce(current_setting(login.setting, true), '') = '' THEN
      RAISE EXCEPTION 'set % to the password of %', login.setting, login.name;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login.name) THEN
      EXECUTE format('CREATE ROLE %I', login.name);
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = login.name
               AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)) THEN
      RAISE EXCEPTION 'the role % is there and may do more than a process of the fleet: drop it, or rename it', login.name;
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', login.name, current_setting(login.setting));
    IF login.role IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login.role) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', login.role);
      END IF;
      EXECUTE format('GRANT %I TO %I', login.role, login.name);
      -- Behind a pooler that drops the startup parameter `options`, sessions act in the role all the same.
      EXECUTE format('ALTER ROLE %I SET role = %I', login.name, login.role);
    END IF;
  END LOOP;

  -- Who administers a managed server is no superuser: it gives away only what it may be itself.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE 'GRANT cges_owner TO CURRENT_USER';
  END IF;
  FOR thing IN
    SELECT format('SCHEMA %I', nspname) AS name FROM pg_namespace WHERE nspname IN ('public', 'bullmq')
    UNION ALL
    SELECT format('TABLE %s', c.oid::regclass) FROM pg_class c
    WHERE c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'bullmq'))
      AND (c.relkind IN ('r', 'p') OR c.relkind = 'S' AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))
      AND c.relowner <> 'cges_owner'::regrole
    UNION ALL
    SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'bullmq'))
      AND p.proowner <> 'cges_owner'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t
    WHERE t.typnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'bullmq'))
      AND t.typtype IN ('e', 'd') AND t.typowner <> 'cges_owner'::regrole
  LOOP
    EXECUTE format('ALTER %s OWNER TO cges_owner', thing.name);
  END LOOP;
  EXECUTE format('ALTER DATABASE %I OWNER TO cges_owner', current_database());
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END
$$;
