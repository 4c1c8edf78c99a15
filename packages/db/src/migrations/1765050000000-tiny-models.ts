import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Pools may be served by the tiny model that ships with the project: a real one, but no model to compare others with.
 */
export class TinyModels1765050000000 implements MigrationInterface {
  name = 'TinyModels1765050000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE pool DROP CONSTRAINT pool_provenance_check;
      ALTER TABLE pool ADD CHECK (provenance IN ('model', 'tiny', 'simulated', 'recorded', 'imported'));
    `)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
