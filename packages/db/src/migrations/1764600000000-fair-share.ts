import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Start-time fair queueing. A sample has a tag, its place among all samples of its pool, and the GPU time it is
 * expected to take. A pool has its virtual time (the largest tag started) and the mapping from tags to queue
 * priorities; `turn` has the last tag of each team, `usage` what each team's samples really took by day.
 */
export class FairShare1764600000000 implements MigrationInterface {
  name = 'FairShare1764600000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE sample
  ADD COLUMN tag double precision NOT NULL DEFAULT 0,
  ADD COLUMN cost real NOT NULL DEFAULT 0;
CREATE INDEX sample_started ON sample (pool, tag DESC) WHERE state IN ('leased', 'landed');

ALTER TABLE pool
  ADD COLUMN virtual_tag double precision NOT NULL DEFAULT 0,
  ADD COLUMN first_tag double precision NOT NULL DEFAULT 0,
  ADD COLUMN ms_per_step double precision NOT NULL DEFAULT 32 CHECK (ms_per_step > 0),
  ADD COLUMN reordered_at timestamptz;

ALTER TABLE spending ADD COLUMN gpu_ms double precision NOT NULL DEFAULT 0;

CREATE TABLE turn (
  pool text NOT NULL REFERENCES pool (name),
  team_id uuid NOT NULL REFERENCES team (id),
  last_tag double precision NOT NULL,
  PRIMARY KEY (pool, team_id)
);

CREATE TABLE usage (
  team_id uuid NOT NULL REFERENCES team (id),
  pool text NOT NULL REFERENCES pool (name),
  day date NOT NULL,
  calls bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  gpu_ms double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (team_id, pool, day)
);
`
