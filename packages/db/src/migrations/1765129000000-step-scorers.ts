import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What says how much each step of a pool's responses matters, if anything does. */
export class StepScorers1765129000000 implements MigrationInterface {
  name = 'StepScorers1765129000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pool ADD COLUMN step_scorer text`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
