import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which reward model scores a pool's samples, if any, and the scores of a sample's steps. */
export class RewardModels1763900000000 implements MigrationInterface {
  name = 'RewardModels1763900000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE pool ADD COLUMN reward_model text;
      ALTER TABLE sample ADD COLUMN reward_steps jsonb;
    `)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
