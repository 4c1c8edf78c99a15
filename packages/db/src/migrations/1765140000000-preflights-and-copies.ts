import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What workers found out about their model servers, which signals a sample lacks, and how many distinct texts the
 * samples of each question have.
 */
export class PreflightsAndCopies1765140000000 implements MigrationInterface {
  name = 'PreflightsAndCopies1765140000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE worker ADD COLUMN preflight jsonb CHECK (octet_length(preflight::text) <= 16384);
DROP FUNCTION IF EXISTS register_worker(uuid, text, integer, boolean, text, text);
ALTER TABLE sample ADD COLUMN lacks text[];
ALTER TABLE sample_body ADD COLUMN text_hash bigint NOT NULL
  GENERATED ALWAYS AS (hashtextextended(coalesce(reasoning, '') || chr(31) || text, 0)) STORED;
ALTER TABLE trial ADD COLUMN texts integer NOT NULL DEFAULT 0, ADD COLUMN distinct_texts integer NOT NULL DEFAULT 0,
  ADD CHECK (0 <= distinct_texts AND distinct_texts <= texts);
ALTER TABLE evaluation ADD COLUMN texts integer NOT NULL DEFAULT 0,
  ADD COLUMN distinct_texts integer NOT NULL DEFAULT 0,
  ADD COLUMN trials_repeated integer NOT NULL DEFAULT 0,
  ADD COLUMN trials_copied integer NOT NULL DEFAULT 0,
  ADD COLUMN copies text CHECK (copies IN ('clear', 'found'));
`
