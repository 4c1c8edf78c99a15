import type { MigrationInterface, QueryRunner } from 'typeorm'
import { CALL_TABLES } from './calls/call-tables.js'
import { GUARDED_CALLS } from './calls/guarded-calls.js'
import { MOVE_CALLS } from './calls/move-calls.js'
import { POOL_LOAD } from './calls/pool-load.js'

/**
 * One table of calls of every kind: which are in flight, under one fence. A sample row exists once it has landed, a
 * ranking keeps its result, and the ledger holds every ended attempt; an attempt under way is its call's own row,
 * written before the model is asked.
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
