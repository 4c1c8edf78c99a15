import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * By what each answer was found in its response; null where it is not known, as in every row that is there already.
 * Those need no check: NOT VALID spares a look at each while nobody can write.
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
