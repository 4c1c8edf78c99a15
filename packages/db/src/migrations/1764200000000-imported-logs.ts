import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Evaluations imported from other programs' logs: their pool draws nothing, their source is named, and a sample's seed
 * may be unknown. An import may create the pool that stands for its model, and no other. Benchmarks of public datasets
 * keep the commit they were read at, and the hash of every row.
 */
export class ImportedLogs1764200000000 implements MigrationInterface {
  name = 'ImportedLogs1764200000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE pool DROP CONSTRAINT pool_provenance_check;
      ALTER TABLE pool ADD CHECK (provenance IN ('model', 'simulated', 'recorded', 'imported'));

      CREATE FUNCTION enter_imported_pool(wanted text, served text) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        INSERT INTO pool (name, model, provenance) VALUES (wanted, served, 'imported') ON CONFLICT (name) DO NOTHING
      $$;

      ALTER TABLE evaluation ADD COLUMN source jsonb;
      ALTER TABLE sample ALTER COLUMN seed DROP NOT NULL;
      ALTER TABLE benchmark ADD COLUMN dataset jsonb;
      ALTER TABLE question ADD COLUMN row_hash text;
    `)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
