import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * How many bytes of questions and texts each team has stored, and how many it may: existing data is counted once, and
 * no team starts with less than twice what it has. `upload_part` holds questions until a benchmark is complete; it is
 * unlogged, so a crash empties it and the upload fails.
 */
export class StoredBytes1765030000000 implements MigrationInterface {
  name = 'StoredBytes1765030000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE TABLE storage (
  team_id uuid PRIMARY KEY REFERENCES team (id),
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
INSERT INTO storage (team_id, bytes)
SELECT team_id, sum(bytes) FROM (
  SELECT team_id, octet_length(question_id) + octet_length(question) + coalesce(octet_length(choices::text), 0) AS bytes
  FROM question
  UNION ALL SELECT team_id, octet_length(answer) FROM gold
  UNION ALL
  SELECT team_id, octet_length(text) + coalesce(octet_length(reasoning), 0) + coalesce(octet_length(token_ids), 0)
                  + coalesce(octet_length(logprobs), 0)
  FROM sample_body
) s GROUP BY team_id;

ALTER TABLE team ADD COLUMN max_stored_bytes bigint DEFAULT 53687091200 CHECK (max_stored_bytes > 0);
UPDATE team t SET max_stored_bytes = greatest(t.max_stored_bytes, 2 * s.bytes) FROM storage s WHERE s.team_id = t.id;

CREATE UNLOGGED TABLE upload_part (
  upload_id uuid NOT NULL,
  part integer NOT NULL,
  team_id uuid NOT NULL REFERENCES team (id),
  questions json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (upload_id, part)
);
CREATE INDEX upload_part_of_team ON upload_part (team_id, created_at);
`
