import type { MigrationInterface, QueryRunner } from 'typeorm'

/** An index that tells whether a trial has a truncated sample without scanning its samples. */
export class QuestionFilters1765090000000 implements MigrationInterface {
  name = 'QuestionFilters1765090000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE INDEX sample_truncated ON sample (trial_id) WHERE outcome = 'truncated';
`
