import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Answers that a method ends early: where each sample's confidence fell, and what a verdict is charged in tokens where its
 * method ends answers before others do.
 */
export class EndedEarly1765132000000 implements MigrationInterface {
  name = 'EndedEarly1765132000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE verdict ADD COLUMN tokens bigint;
      ALTER TABLE sample ADD COLUMN minima jsonb, DROP CONSTRAINT sample_outcome_check;
      ALTER TABLE sample ADD CHECK (
        outcome IN ('answer', 'no_answer', 'truncated', 'declined', 'ended_early', 'invalid_request', 'infra_error'))`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
