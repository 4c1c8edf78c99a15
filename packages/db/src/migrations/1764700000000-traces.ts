import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Where an evaluation's trace began, as W3C's traceparent; null if nothing is traced. */
export class Traces1764700000000 implements MigrationInterface {
  name = 'Traces1764700000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE evaluation ADD COLUMN traceparent text`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
