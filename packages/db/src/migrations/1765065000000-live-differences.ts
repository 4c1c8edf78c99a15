import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Each method's figures on the closed prefix, by calls charged, and paired with its baseline on the same trials.
 * Figures counted without the pairing are recounted by the next rounds.
 */
export class LiveDifferences1765065000000 implements MigrationInterface {
  name = 'LiveDifferences1765065000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
UPDATE evaluation SET closed_prefix = 0 WHERE closed_prefix > 0;
DROP TABLE live_figures;
CREATE TABLE live_figures (
  evaluation_id uuid NOT NULL,
  method_key text NOT NULL,
  calls integer NOT NULL,
  team_id uuid NOT NULL,
  resolved integer NOT NULL,
  correct integer NOT NULL,
  paired integer NOT NULL,
  wins integer NOT NULL,
  losses integer NOT NULL,
  PRIMARY KEY (evaluation_id, method_key, calls),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
