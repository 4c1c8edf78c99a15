/**
 * Calls and the ledger of their attempts. Claims and renewals change no indexed column, so that they are heap-only
 * updates; that is why `live` is indexed and the state is not.
 */
export const CALL_TABLES = `
ALTER TABLE ranking ADD UNIQUE (team_id, id);

CREATE TABLE call (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  pool text NOT NULL,
  trial_id uuid,
  ranking_id uuid,
  index integer NOT NULL CHECK (0 <= index AND index < 1024),
  seed bigint,
  tag double precision NOT NULL DEFAULT 0,
  cost real NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'leased', 'ended')),
  live boolean GENERATED ALWAYS AS (state <> 'ended') STORED,
  fence integer NOT NULL DEFAULT 0,
  deliveries integer NOT NULL DEFAULT 0,
  unclear_faults integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  queue_at timestamptz NOT NULL,
  worker_id uuid,
  claim uuid,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team_id, id),
  UNIQUE (trial_id, index, kind),
  UNIQUE (ranking_id, index),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id),
  FOREIGN KEY (team_id, trial_id) REFERENCES trial (team_id, id),
  FOREIGN KEY (team_id, ranking_id) REFERENCES ranking (team_id, id),
  CONSTRAINT call_of_its_kind CHECK (CASE kind
    WHEN 'draw' THEN trial_id IS NOT NULL AND ranking_id IS NULL AND seed IS NOT NULL
    WHEN 'score' THEN trial_id IS NOT NULL AND ranking_id IS NULL AND seed IS NULL
    WHEN 'rank' THEN ranking_id IS NOT NULL AND trial_id IS NULL AND seed IS NOT NULL
    ELSE false END),
  CONSTRAINT call_leased CHECK ((state = 'leased') = (lease_until IS NOT NULL)),
  CONSTRAINT call_claimed CHECK (state <> 'leased' OR (worker_id IS NOT NULL AND claimed_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX call_live ON call (evaluation_id) WHERE live;

ALTER TABLE call_ledger RENAME TO call_ledger_before;
ALTER INDEX call_ledger_of_evaluation RENAME TO call_ledger_before_of_evaluation;
CREATE TABLE call_ledger (
  call_id uuid NOT NULL,
  fence integer NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  worker_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('settled', 'failed', 'discarded', 'handed_back', 'lost')),
  reason text,
  prompt_tokens integer,
  completion_tokens integer,
  gpu_ms real,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT call_ledger_attempt PRIMARY KEY (call_id, fence),
  CONSTRAINT call_ledger_of_call FOREIGN KEY (team_id, call_id) REFERENCES call (team_id, id),
  CONSTRAINT call_ledger_in_evaluation FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
