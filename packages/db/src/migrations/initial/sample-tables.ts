/**
 * Samples, the model's responses, and the ledger of calls. A pending sample is the transactional outbox: there is no
 * second table to fall out of step.
 */
export const SAMPLE_TABLES = `
CREATE TABLE sample (
  trial_id uuid NOT NULL,
  index integer NOT NULL CHECK (0 <= index AND index < 1024),
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  pool text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'leased', 'landed', 'read')),
  fence integer NOT NULL DEFAULT 0,
  deliveries integer NOT NULL DEFAULT 0,
  unclear_faults integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  queue_at timestamptz NOT NULL,
  seed bigint NOT NULL,
  outcome text CHECK (outcome IN ('answer', 'no_answer', 'truncated', 'declined', 'invalid_request', 'infra_error')),
  raw_answer text,
  answer_key text,
  grading_version integer,
  signals jsonb,
  signals_version integer,
  prompt_tokens integer,
  completion_tokens integer,
  finish_reason text,
  ttft_ms real,
  total_ms real,
  engine text,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  landed_at timestamptz,
  PRIMARY KEY (trial_id, index),
  UNIQUE (team_id, trial_id, index),
  FOREIGN KEY (team_id, trial_id) REFERENCES trial (team_id, id),
  CHECK ((state IN ('landed', 'read')) = (outcome IS NOT NULL)),
  CHECK ((state = 'leased') = (lease_until IS NOT NULL))
);
CREATE INDEX sample_live ON sample (evaluation_id, state) WHERE state <> 'read';
CREATE INDEX sample_to_queue ON sample (queue_at) WHERE state = 'pending';
CREATE INDEX sample_leased ON sample (lease_until) WHERE state = 'leased';

CREATE TABLE sample_body (
  trial_id uuid NOT NULL,
  index integer NOT NULL,
  team_id uuid NOT NULL,
  text text NOT NULL,
  reasoning text,
  token_ids bytea,
  logprobs bytea,
  PRIMARY KEY (trial_id, index),
  FOREIGN KEY (team_id, trial_id, index) REFERENCES sample (team_id, trial_id, index)
);

CREATE TABLE call_ledger (
  trial_id uuid NOT NULL,
  index integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('draw', 'rank', 'score')),
  fence integer NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  worker_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'settled', 'failed', 'discarded', 'handed_back', 'lost')),
  reason text,
  prompt_tokens integer,
  completion_tokens integer,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (trial_id, index, kind, fence),
  FOREIGN KEY (team_id, trial_id, index) REFERENCES sample (team_id, trial_id, index)
);
CREATE INDEX call_ledger_of_evaluation ON call_ledger (evaluation_id);
`
