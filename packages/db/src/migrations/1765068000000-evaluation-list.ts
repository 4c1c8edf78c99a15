import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What evaluation lists filter and sort by: owner, tags, the best method's final figures, and an index for each order,
 * so that a page costs the same however many there are. The orders are columns, since row-level security prevents
 * searching an index by a function of the row.
 */
export class EvaluationList1765068000000 implements MigrationInterface {
  name = 'EvaluationList1765068000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE evaluation
  ADD COLUMN owner text,
  ADD COLUMN note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 4000),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  ADD COLUMN best_method text,
  ADD COLUMN best_accuracy double precision,
  ADD COLUMN best_trials integer,
  ADD COLUMN best_calls double precision,
  ADD COLUMN best_saved double precision;

UPDATE evaluation e
SET best_method = b.method_key, best_accuracy = b.accuracy, best_trials = b.trials, best_calls = b.calls, best_saved = b.saved
FROM (
  SELECT DISTINCT ON (evaluation_id) evaluation_id, method_key, accuracy, trials, calls, 1 - calls / budget AS saved
  FROM (
    SELECT c.evaluation_id, c.method_key, substring(c.method_key FROM '[0-9]+$')::int AS budget,
           sum(c.resolved)::int AS trials, sum(c.correct)::float8 / sum(c.resolved) AS accuracy,
           sum(c.calls::bigint * c.resolved)::float8 / sum(c.resolved) AS calls
    FROM method_calls c JOIN evaluation x ON x.id = c.evaluation_id AND x.regraded_to = c.grading_version
    WHERE x.status = 'done' GROUP BY 1, 2, 3 HAVING sum(c.resolved) > 0
  ) m
  ORDER BY evaluation_id, accuracy DESC, calls, method_key
) b
WHERE e.id = b.evaluation_id;

ALTER TABLE evaluation
  ADD COLUMN name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  ADD COLUMN accuracy_order double precision NOT NULL GENERATED ALWAYS AS (coalesce(best_accuracy, -1)) STORED,
  ADD COLUMN calls_order double precision NOT NULL GENERATED ALWAYS AS (coalesce(best_calls, 'Infinity')) STORED,
  ADD COLUMN saved_order double precision NOT NULL GENERATED ALWAYS AS (coalesce(best_saved, -1)) STORED;

CREATE INDEX evaluation_by_name ON evaluation (team_id, name_order, id);
CREATE INDEX evaluation_by_accuracy ON evaluation (team_id, accuracy_order DESC, id DESC);
CREATE INDEX evaluation_by_calls ON evaluation (team_id, calls_order, id);
CREATE INDEX evaluation_by_saved ON evaluation (team_id, saved_order DESC, id DESC);
CREATE INDEX evaluation_by_owner ON evaluation (team_id, owner, id);
CREATE INDEX evaluation_by_pool ON evaluation (team_id, pool, id);
CREATE INDEX evaluation_by_status ON evaluation (team_id, status, id);
CREATE INDEX evaluation_attention ON evaluation (team_id, id)
  WHERE status IN ('failed', 'budget_stopped') OR trials_blocked > 0;
`
