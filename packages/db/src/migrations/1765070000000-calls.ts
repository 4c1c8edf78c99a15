import type { MigrationInterface, QueryRunner } from 'typeorm'
import { CALL_TABLES } from './calls/call-tables.js'
import { GUARDED_CALLS } from './calls/guarded-calls.js'
import { MOVE_CALLS } from './calls/move-calls.js'
import { POOL_LOAD } from './calls/pool-load.js'

/**
 * One table of calls, whatever they ask: where each is on its way, under one fence. A sample is there once it has landed,
 * a ranking keeps what came of it, and the ledger holds every attempt that has ended; an attempt under way is its call's
 * own row, written before the model is asked.
 */
export class Calls1765070000000 implements MigrationInterface {
  name = 'Calls1765070000000'

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [CALL_TABLES, MOVE_CALLS, GUARDED_CALLS, POOL_LOAD]) await runner.query(statements)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
