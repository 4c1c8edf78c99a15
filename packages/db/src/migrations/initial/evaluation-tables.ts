/**
 * Evaluations and their trials. `asked` counts planned samples, `read` those a round has counted, `read_up_to` the
 * length of their gapless prefix.
 */
export const EVALUATION_TABLES = `
CREATE TABLE evaluation (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL REFERENCES team (id),
  name text NOT NULL,
  suite text,
  benchmark_id uuid NOT NULL,
  pool text NOT NULL REFERENCES pool (name),
  spec jsonb NOT NULL,
  seed bigint NOT NULL,
  replicates integer NOT NULL CHECK (replicates > 0),
  questions integer NOT NULL CHECK (questions > 0),
  trials_total integer NOT NULL CHECK (trials_total > 0),
  trials_planned integer NOT NULL DEFAULT 0,
  trials_started integer NOT NULL DEFAULT 0,
  trials_closed integer NOT NULL DEFAULT 0,
  trials_blocked integer NOT NULL DEFAULT 0,
  samples_drawn integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'cancelled', 'failed')),
  reason text,
  version integer NOT NULL DEFAULT 0,
  digest text,
  idempotency_key text,
  idempotency_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (team_id, id),
  UNIQUE (team_id, idempotency_key),
  FOREIGN KEY (team_id, benchmark_id) REFERENCES benchmark (team_id, id)
);
CREATE INDEX evaluation_newest ON evaluation (team_id, created_at DESC, id DESC);
CREATE INDEX evaluation_running ON evaluation (pool) WHERE status = 'running';

CREATE TABLE trial (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  ordinal integer NOT NULL,
  replicate integer NOT NULL,
  position integer NOT NULL,
  question_id text NOT NULL,
  seed_base bigint NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'blocked')),
  asked integer NOT NULL DEFAULT 0,
  read integer NOT NULL DEFAULT 0,
  read_up_to integer NOT NULL DEFAULT 0,
  CHECK (0 <= read_up_to AND read_up_to <= read AND read <= asked AND asked <= 1024),
  UNIQUE (team_id, id),
  UNIQUE (evaluation_id, ordinal),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
CREATE INDEX trial_idle ON trial (evaluation_id, ordinal) WHERE state = 'open' AND asked = read;
CREATE INDEX trial_under_way ON trial (evaluation_id) WHERE state = 'open' AND asked > 0;

CREATE TABLE progress (
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  samples integer NOT NULL,
  PRIMARY KEY (evaluation_id, at),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
