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

-- The log's chain: each entry's place in it, in the order of commits, and the hash of the entry and of all before it.
CREATE TABLE audit_seal (
  place bigint PRIMARY KEY,
  entry uuid NOT NULL UNIQUE,
  previous bytea NOT NULL CHECK (octet_length(previous) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
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

-- When any coordinator last swept, by which everybody sees that one is at work.
CREATE TABLE sweep (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL
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

/** What makes statements fast: settings of tables, and every index that is not a key, each after its table. */
export const INDEXES = `
-- Every claim and every end updates a call: room beside it lets PostgreSQL do so without touching its indexes.
ALTER TABLE call SET (fillfactor = 80);
-- Every round updates an evaluation several times: its largest column stands apart, so that a page has room for that.
ALTER TABLE evaluation ALTER COLUMN homogeneity SET STORAGE EXTERNAL, SET (toast_tuple_target = 768);

CREATE INDEX api_key_of_person ON api_key (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX api_key_of_team ON api_key (team_id, created_at);
CREATE INDEX call_of_team_live ON call (team_id) WHERE live AND evaluation_id IS NULL;
-- Most calls are of neither: a key over all would hold each one's null.
CREATE UNIQUE INDEX call_of_ranking ON call (ranking_id, index) WHERE ranking_id IS NOT NULL;
CREATE UNIQUE INDEX call_of_request ON call (request_id, index) WHERE request_id IS NOT NULL;
CREATE INDEX call_live ON call (evaluation_id) WHERE live;
CREATE INDEX call_may_end_early ON call (evaluation_id) WHERE ends_below IS NOT NULL;
CREATE INDEX call_ledger_by_end ON call_ledger USING brin (ended_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX call_ledger_abandoned ON call_ledger (evaluation_id) WHERE state = 'abandoned';
CREATE INDEX call_ledger_of_evaluation ON call_ledger (evaluation_id);
CREATE INDEX chat_reply_of_team ON chat_reply (team_id);
CREATE INDEX chat_request_ended ON chat_request (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX chat_request_open ON chat_request (gateway) WHERE ended_at IS NULL;
CREATE INDEX delivery_due ON delivery (due_at) WHERE state = 'waiting';
CREATE INDEX evaluation_attention ON evaluation (team_id, id)
  WHERE status IN ('failed', 'budget_stopped', 'stuck') OR trials_blocked > 0;
CREATE INDEX evaluation_by_accuracy ON evaluation (team_id, accuracy_order DESC, id DESC);
CREATE INDEX evaluation_by_calls ON evaluation (team_id, calls_order, id);
CREATE INDEX evaluation_by_name ON evaluation (team_id, name_order, id);
CREATE INDEX evaluation_by_owner ON evaluation (team_id, owner, id);
CREATE INDEX evaluation_by_pool ON evaluation (team_id, pool, id);
CREATE INDEX evaluation_by_saved ON evaluation (team_id, saved_order DESC, id DESC);
CREATE INDEX evaluation_by_status ON evaluation (team_id, status, id);
CREATE INDEX evaluation_by_tokens ON evaluation (team_id, tokens_order, id);
CREATE INDEX evaluation_deleted ON evaluation (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX evaluation_losing_texts ON evaluation (texts_deleted_at) WHERE texts_erased_to IS NOT NULL;
CREATE INDEX evaluation_newest ON evaluation (team_id, id DESC);
CREATE INDEX evaluation_running ON evaluation (pool) WHERE status = 'running';
CREATE INDEX group_role_of_group ON group_role (group_name);
CREATE INDEX kept_request_audited ON kept_request (team_id, digest) WHERE audit IS NOT NULL;
CREATE INDEX kept_request_of_team ON kept_request (team_id, ended_at);
CREATE INDEX membership_of_team ON membership (team_id);
CREATE UNIQUE INDEX person_name ON person (lower(name));
CREATE INDEX ranking_open ON ranking (evaluation_id) WHERE state = 'open';
CREATE INDEX ranking_reserved ON ranking (evaluation_id) WHERE reserved;
CREATE INDEX question_comment_of ON question_comment (benchmark_id, position);
CREATE INDEX refusal_of_team ON refusal (team_id, hour);
CREATE INDEX regrade_waiting ON regrade (evaluation_id) WHERE finished_at IS NULL;
CREATE INDEX regrade_flip_of_evaluation ON regrade_flip (evaluation_id, grading_version);
CREATE INDEX regrade_flip_of_trial ON regrade_flip (trial_id);
CREATE INDEX sample_flagged ON sample (evaluation_id) WHERE unclear_faults > 0;
CREATE INDEX sample_landed ON sample (evaluation_id) WHERE state = 'landed';
CREATE INDEX sample_truncated ON sample (trial_id) WHERE outcome = 'truncated';
CREATE INDEX saved_comparison_of_team ON saved_comparison (team_id, id);
CREATE INDEX session_of_key ON session (key_id);
CREATE INDEX session_of_person ON session (person_id, created_at);
CREATE INDEX session_of_provider ON session (provider_session) WHERE provider_session IS NOT NULL;
CREATE INDEX share_link_of_team ON share_link (team_id, id);
CREATE INDEX standing_of_evaluation ON standing (evaluation_id);
CREATE INDEX trial_blocked ON trial (evaluation_id) WHERE state = 'blocked';
CREATE INDEX trial_idle ON trial (evaluation_id, ordinal) WHERE state = 'open' AND requested = read AND NOT parked;
CREATE UNIQUE INDEX trial_of_set ON trial (evaluation_id, replicate, position);
CREATE INDEX trial_retrying ON trial (evaluation_id, ordinal) WHERE retrying;
CREATE INDEX trial_under_way ON trial (evaluation_id) WHERE state = 'open' AND requested > 0;
CREATE INDEX upload_part_of_team ON upload_part (team_id, created_at);
CREATE INDEX used_once_expired ON used_once (expires_at);
CREATE INDEX verdict_of_evaluation ON verdict (evaluation_id);
CREATE INDEX webhook_test_open ON webhook_test (made_at) WHERE taken_at IS NULL;
CREATE INDEX webhook_test_of_team ON webhook_test (team_id, id);
CREATE INDEX worker_of_pool ON worker (pool, heartbeat_at);
`
