import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How much of a pool's demand limits let it use, noted beside the demand; null in notes of a release before. */
export class UsableDemand1765125000000 implements MigrationInterface {
  name = 'UsableDemand1765125000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pool_point ADD COLUMN usable bigint`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
