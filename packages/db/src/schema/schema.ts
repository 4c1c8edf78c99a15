import type { MigrationInterface, QueryRunner } from 'typeorm'
import { LOCAL_TEAM } from '../ids.js'
import { ENTITIES } from './entities.js'
import { tableStatements } from './table-statements.js'
import { INDEXES, TABLES } from './tables.js'
import { TRIGGERS } from './triggers.js'

const FIRST_TEAM = `INSERT INTO team (id, name) VALUES ('${LOCAL_TEAM}', 'local');\n`

/**
 * The SQL that makes an empty database's schema, without functions and rights: `migrate` makes those anew whenever they
 * change.
 */
export const SCHEMA = [`${tableStatements(ENTITIES).join(';\n')};\n`, TABLES, INDEXES, TRIGGERS, FIRST_TEAM].join('')

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
