import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What an evaluation may spend and has spent, its events with their reasons, and what extending and retrying need.
 * `calls_reserved` are those that planned samples and rankings may still cost; a redelivered sample is paid from
 * `redeliveries`, so that attempts never exceed 1.2 × the call cap + 50. `reopened_up_to` is the ordinal up to which
 * closed trials were reopened for methods added later; null if none are to be.
 */
export class Lifecycle1764300000001 implements MigrationInterface {
  name = 'Lifecycle1764300000001'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE evaluation DROP CONSTRAINT evaluation_status_check;
ALTER TABLE evaluation ADD CHECK (status IN ('running', 'paused', 'done', 'cancelled', 'budget_stopped', 'failed'));
ALTER TABLE evaluation
  ADD COLUMN replicate_blocks integer[],
  ADD COLUMN reopened_up_to integer,
  ADD COLUMN samples_flagged integer NOT NULL DEFAULT 0;

ALTER TABLE trial ADD COLUMN retrying boolean NOT NULL DEFAULT false;
CREATE INDEX trial_retrying ON trial (evaluation_id, ordinal) WHERE retrying;
CREATE INDEX trial_blocked ON trial (evaluation_id) WHERE state = 'blocked';
CREATE INDEX sample_flagged ON sample (evaluation_id) WHERE unclear_faults > 0;

ALTER TABLE ranking
  ADD COLUMN reserved boolean NOT NULL DEFAULT false,
  ADD COLUMN counted_tries integer NOT NULL DEFAULT 0;
UPDATE ranking SET reserved = true WHERE state <> 'landed' AND queue_at < 'infinity';
CREATE INDEX ranking_reserved ON ranking (evaluation_id) WHERE reserved;

CREATE TABLE spending (
  evaluation_id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  call_cap integer CHECK (call_cap > 0),
  token_cap bigint CHECK (token_cap > 0),
  calls_per_sample integer NOT NULL DEFAULT 1,
  tokens_per_call bigint NOT NULL,
  calls integer NOT NULL DEFAULT 0,
  calls_reserved integer NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  redelivered integer NOT NULL DEFAULT 0,
  redeliveries integer GENERATED ALWAYS AS (call_cap / 5 + 50) STORED,
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id),
  CHECK (calls + calls_reserved <= call_cap),
  CHECK (redelivered <= redeliveries)
);
INSERT INTO spending (evaluation_id, team_id, tokens_per_call, calls)
SELECT id, team_id, 4096 + coalesce((spec -> 'sampling' ->> 'maxTokens')::bigint, 0), samples_drawn FROM evaluation;

CREATE TABLE evaluation_event (
  evaluation_id uuid NOT NULL,
  sequence integer NOT NULL,
  team_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('submitted', 'paused', 'resumed', 'cancelled', 'extended', 'retried', 'blocked',
                                     'budget_stopped', 'failed', 'done')),
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (evaluation_id, sequence),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
INSERT INTO evaluation_event (evaluation_id, sequence, team_id, kind, at)
SELECT id, 1, team_id, 'submitted', created_at FROM evaluation;
CREATE TRIGGER event_is_final BEFORE UPDATE OR DELETE ON evaluation_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
`
