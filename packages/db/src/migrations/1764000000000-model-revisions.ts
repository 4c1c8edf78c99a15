import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which revision of its model a pool promises; null if nobody has said. */
export class ModelRevisions1764000000000 implements MigrationInterface {
  name = 'ModelRevisions1764000000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pool ADD COLUMN model_revision text`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
