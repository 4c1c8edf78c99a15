/** Teams, pools and the workers in them. */
export const POOL_TABLES = `
CREATE TABLE team (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO team (id, name) VALUES ('00000000-0000-7000-8000-000000000001', 'local');

CREATE TABLE pool (
  name text PRIMARY KEY,
  model text NOT NULL,
  provenance text NOT NULL CHECK (provenance IN ('model', 'simulated', 'recorded')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE worker (
  id uuid PRIMARY KEY,
  pool text NOT NULL REFERENCES pool (name),
  slots integer NOT NULL CHECK (slots > 0),
  ready boolean NOT NULL,
  reason text,
  engine text,
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX worker_of_pool ON worker (pool, heartbeat_at);
`
