import type { MigrationInterface, QueryRunner } from 'typeorm'

/** When the sweep last queued a pending call under its present fence, so that a queue that lost jobs can be told by counting. */
export class QueuedCalls1765126000000 implements MigrationInterface {
  name = 'QueuedCalls1765126000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE call ADD COLUMN queued_at timestamptz`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
