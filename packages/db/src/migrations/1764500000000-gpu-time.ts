import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The GPU time of a call: a model server's time, split by tokens among the requests it answered at once. */
export class GpuTime1764500000000 implements MigrationInterface {
  name = 'GpuTime1764500000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sample ADD COLUMN gpu_ms real;
      ALTER TABLE call_ledger ADD COLUMN gpu_ms real;
    `)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
