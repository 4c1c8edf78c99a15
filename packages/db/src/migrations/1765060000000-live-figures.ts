import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Each method's figures on an evaluation's closed prefix: the first `closed_prefix` trials of its order, none of them
 * open. The order is seeded and random, so these are a random sample of all trials; those that merely closed first are
 * not.
 */
export class LiveFigures1765060000000 implements MigrationInterface {
  name = 'LiveFigures1765060000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE evaluation ADD COLUMN closed_prefix integer NOT NULL DEFAULT 0;
CREATE TABLE live_figures (
  evaluation_id uuid NOT NULL,
  method_key text NOT NULL,
  team_id uuid NOT NULL,
  resolved integer NOT NULL,
  correct integer NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (evaluation_id, method_key),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
