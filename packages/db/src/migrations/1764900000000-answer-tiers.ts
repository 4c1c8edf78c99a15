import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Which tier each answer was found in; null if unknown, as in all existing rows. Those need no check: NOT VALID avoids
 * scanning them under a lock that blocks writers.
 */
export class AnswerTiers1764900000000 implements MigrationInterface {
  name = 'AnswerTiers1764900000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE sample ADD COLUMN answer_tier text;
ALTER TABLE sample
  ADD CONSTRAINT sample_answer_tier CHECK (answer_tier IN ('marked', 'stated', 'last')) NOT VALID;
ALTER TABLE regraded_sample ADD COLUMN answer_tier text;
ALTER TABLE regraded_sample
  ADD CONSTRAINT regraded_sample_answer_tier CHECK (answer_tier IN ('marked', 'stated', 'last')) NOT VALID;
`
