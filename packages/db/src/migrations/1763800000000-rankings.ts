import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Rankings of questions by difficulty, which DSC asks a model for before it draws. A trial is `parked` while it is open
 * with nothing to ask for: DSC may come back to it when other questions of its set are decided.
 * Evaluations are listed by id, which is made in order of time. The ledger holds ranking calls too: there, `trial_id` is the ranking and `index` which try at it.
 */
export class Rankings1763800000000 implements MigrationInterface {
  name = 'Rankings1763800000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
DROP INDEX evaluation_newest;
CREATE INDEX evaluation_newest ON evaluation (team_id, id DESC);

ALTER TABLE trial ADD COLUMN parked boolean NOT NULL DEFAULT false;
DROP INDEX trial_idle;
CREATE INDEX trial_idle ON trial (evaluation_id, ordinal) WHERE state = 'open' AND asked = read AND NOT parked;
CREATE UNIQUE INDEX trial_of_set ON trial (evaluation_id, replicate, position);

ALTER TABLE call_ledger DROP CONSTRAINT call_ledger_team_id_trial_id_index_fkey;
ALTER TABLE call_ledger ADD FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id);

CREATE TABLE ranking (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  pool text NOT NULL,
  method_key text NOT NULL,
  replicate integer NOT NULL,
  batch integer NOT NULL,
  positions integer[] NOT NULL,
  seed bigint NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'leased', 'landed')),
  tries integer NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  deliveries integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  queue_at timestamptz NOT NULL,
  easiest_first integer[],
  UNIQUE (evaluation_id, method_key, replicate, batch),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id),
  CHECK ((state = 'leased') = (lease_until IS NOT NULL))
);
CREATE INDEX ranking_live ON ranking (evaluation_id) WHERE state <> 'landed';
CREATE INDEX ranking_to_queue ON ranking (queue_at) WHERE state = 'pending';
CREATE INDEX ranking_leased ON ranking (lease_until) WHERE state = 'leased';

CREATE TABLE ranking_order (
  evaluation_id uuid NOT NULL,
  team_id uuid NOT NULL,
  method_key text NOT NULL,
  replicate integer NOT NULL,
  easy_to_hard integer[] NOT NULL,
  PRIMARY KEY (evaluation_id, method_key, replicate),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
