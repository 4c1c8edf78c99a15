import type { MigrationInterface, QueryRunner } from 'typeorm'
import { SCHEMA } from './schema.js'

/**
 * The whole schema as it is today, for an empty database: `migrate` then counts every other migration as run. Those
 * bring the database of an earlier release to the same schema.
 */
class Initial1766000000000 implements MigrationInterface {
  name = 'Initial1766000000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SCHEMA)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

export const INITIAL = new Initial1766000000000()

/** In the order they run. A released migration never changes: existing databases have run it as it was. */
export const MIGRATIONS = [Initial1766000000000]
