import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Regrades: who asked, the outcome, the samples that another grading version reads differently, and what flipped.
 * Totals are kept per grading version, 0 for those counted while an evaluation ran.
 */
export class Regrades1764100000000 implements MigrationInterface {
  name = 'Regrades1764100000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE evaluation
  ADD COLUMN regraded_to integer NOT NULL DEFAULT 0,
  ADD COLUMN grading_version integer;
UPDATE evaluation e SET grading_version = (SELECT max(grading_version) FROM verdict v WHERE v.evaluation_id = e.id)
WHERE digest IS NOT NULL;

ALTER TABLE method_calls ADD COLUMN grading_version integer NOT NULL DEFAULT 0;
ALTER TABLE method_calls DROP CONSTRAINT method_calls_pkey;
ALTER TABLE method_calls ADD PRIMARY KEY (evaluation_id, grading_version, method_key, calls);

CREATE TABLE regrade (
  evaluation_id uuid NOT NULL,
  grading_version integer NOT NULL,
  team_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  digest text,
  samples integer NOT NULL DEFAULT 0,
  unreadable integer NOT NULL DEFAULT 0,
  PRIMARY KEY (evaluation_id, grading_version),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
CREATE INDEX regrade_waiting ON regrade (evaluation_id) WHERE finished_at IS NULL;

CREATE TABLE regraded_sample (
  trial_id uuid NOT NULL,
  index integer NOT NULL,
  grading_version integer NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('answer', 'no_answer')),
  raw_answer text,
  answer_key text,
  PRIMARY KEY (trial_id, index, grading_version),
  FOREIGN KEY (team_id, trial_id, index) REFERENCES sample (team_id, trial_id, index)
);

CREATE TABLE regrade_flip (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  grading_version integer NOT NULL,
  trial_id uuid NOT NULL,
  sample_index integer,
  method_key text,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CHECK ((sample_index IS NULL) <> (method_key IS NULL)),
  FOREIGN KEY (team_id, trial_id) REFERENCES trial (team_id, id)
);
CREATE INDEX regrade_flip_of_evaluation ON regrade_flip (evaluation_id, grading_version);
`
