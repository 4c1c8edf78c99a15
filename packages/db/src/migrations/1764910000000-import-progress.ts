import type { MigrationInterface, QueryRunner } from 'typeorm'

/** When samples of a log last arrived, and when the last of them had: tells an abandoned import from one under way. */
export class ImportProgress1764910000000 implements MigrationInterface {
  name = 'ImportProgress1764910000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE evaluation
  ADD COLUMN import_batch_at timestamptz,
  ADD COLUMN imported_at timestamptz;
UPDATE evaluation SET imported_at = finished_at WHERE source IS NOT NULL AND status = 'done';

ALTER TABLE evaluation_event DROP CONSTRAINT evaluation_event_kind_check;
ALTER TABLE evaluation_event ADD CHECK (kind IN ('submitted', 'imported', 'paused', 'resumed', 'cancelled', 'extended',
                                                 'retried', 'blocked', 'budget_stopped', 'failed', 'done'));
`
