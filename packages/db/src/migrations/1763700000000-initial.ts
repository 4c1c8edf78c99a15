import type { MigrationInterface, QueryRunner } from 'typeorm'
import { BENCHMARK_TABLES } from './initial/benchmark-tables.js'
import { EVALUATION_TABLES } from './initial/evaluation-tables.js'
import { POOL_TABLES } from './initial/pool-tables.js'
import { RESULT_TABLES } from './initial/result-tables.js'
import { SAMPLE_TABLES } from './initial/sample-tables.js'

/** Every table of the first version. Migrations run forwards only: a database is restored from a backup, not migrated down. */
export class Initial1763700000000 implements MigrationInterface {
  name = 'Initial1763700000000'

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [POOL_TABLES, BENCHMARK_TABLES, EVALUATION_TABLES, SAMPLE_TABLES, RESULT_TABLES]) {
      await runner.query(statements)
    }
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
