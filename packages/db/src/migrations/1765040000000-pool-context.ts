import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How many tokens a prompt and its answer may have together in a pool; null if no server has said. */
export class PoolContext1765040000000 implements MigrationInterface {
  name = 'PoolContext1765040000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pool ADD COLUMN max_model_len integer CHECK (max_model_len > 0)`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
