import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Thresholds that were fixed on calibration questions, by method key: once, and for all verdicts after them. */
export class CertifiedThresholds1765110000000 implements MigrationInterface {
  name = 'CertifiedThresholds1765110000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE evaluation ADD COLUMN certified jsonb NOT NULL DEFAULT '{}'`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
