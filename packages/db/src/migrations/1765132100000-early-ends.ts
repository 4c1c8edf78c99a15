import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Below which confidence a call may end its answer early. */
export class EarlyEnds1765132100000 implements MigrationInterface {
  name = 'EarlyEnds1765132100000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE call ADD COLUMN ends_below jsonb;
      CREATE INDEX call_may_end_early ON call (evaluation_id) WHERE ends_below IS NOT NULL`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
