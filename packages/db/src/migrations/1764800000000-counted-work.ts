import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Turns are counted in work instead of GPU time. Coordinators of the previous release still use `pool.ms_per_step`; a
 * later release may drop it. Some databases have the new columns already.
 */
export class CountedWork1764800000000 implements MigrationInterface {
  name = 'CountedWork1764800000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE pool
  ADD COLUMN IF NOT EXISTS work_per_step double precision NOT NULL DEFAULT 32 CHECK (work_per_step > 0);
ALTER TABLE spending ADD COLUMN IF NOT EXISTS work double precision NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN IF NOT EXISTS work double precision NOT NULL DEFAULT 0;
`
