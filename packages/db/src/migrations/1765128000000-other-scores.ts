import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What a verdict's posterior leaves for answers not seen, where the method has one. */
export class OtherScores1765128000000 implements MigrationInterface {
  name = 'OtherScores1765128000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE verdict ADD COLUMN other_score double precision`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
