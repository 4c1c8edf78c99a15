/**
 * The tables that have no entity, each because one statement with `ON CONFLICT` or a sum does all there is to do with it.
 */
export const TABLES = `
-- What pools, teams and workers did, added up by time: by 10 seconds, by minute and by 10 minutes.
CREATE TABLE pool_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  notes integer NOT NULL,
  known integer NOT NULL,
  ready integer NOT NULL,
  slots integer NOT NULL,
  active integer NOT NULL,
  waiting integer NOT NULL,
  backlog bigint NOT NULL,
  usable bigint NOT NULL,
  tokens bigint NOT NULL,
  oldest_ms double precision NOT NULL,
  waits integer[] NOT NULL,
  PRIMARY KEY (pool, step, at)
);

CREATE TABLE team_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  team_id uuid NOT NULL REFERENCES team (id),
  notes integer NOT NULL,
  active integer NOT NULL,
  waiting integer NOT NULL,
  backlog bigint NOT NULL,
  entitled double precision NOT NULL,
  oldest_ms double precision NOT NULL,
  waits integer[] NOT NULL,
  PRIMARY KEY (pool, step, at, team_id)
);

CREATE TABLE worker_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  worker_id uuid NOT NULL,
  notes integer NOT NULL,
  slots integer NOT NULL,
  active integer NOT NULL,
  tokens bigint NOT NULL,
  PRIMARY KEY (pool, step, at, worker_id)
);

-- What may be repeated without end is counted: refusals of one caller, action and reason share a row an hour. The key
-- holds null equal to null, which TypeORM cannot say.
CREATE TABLE refusal (
  id uuid PRIMARY KEY,
  hour timestamptz NOT NULL DEFAULT date_trunc('hour', now()),
  team_id uuid REFERENCES team (id),
  actor text NOT NULL,
  action text NOT NULL,
  subject text,
  reason text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT refusal_once_an_hour UNIQUE NULLS NOT DISTINCT (hour, actor, action, reason, subject, team_id)
);

-- Rate limits. A crash empties an unlogged table, and an empty bucket is a full one.
CREATE UNLOGGED TABLE request_bucket (
  name text PRIMARY KEY,
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL
);

-- Questions as they arrive, until their benchmark is complete. A crash empties it, and the upload fails.
CREATE UNLOGGED TABLE upload_part (
  upload_id uuid NOT NULL,
  part integer NOT NULL,
  team_id uuid NOT NULL REFERENCES team (id),
  questions json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (upload_id, part)
);
`
