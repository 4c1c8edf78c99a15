import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Tokens of the method that lists show, where those of all its verdicts are known. */
export class BestTokens1765133000000 implements MigrationInterface {
  name = 'BestTokens1765133000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE evaluation ADD COLUMN best_tokens double precision')
    await runner.query(`
      UPDATE evaluation e SET best_tokens = t.tokens
      FROM (
        SELECT c.evaluation_id, c.method_key, sum(c.tokens)::float8 / sum(c.resolved) AS tokens
        FROM method_calls c JOIN evaluation x ON x.id = c.evaluation_id AND x.regraded_to = c.grading_version
          AND x.best_method = c.method_key
        GROUP BY 1, 2 HAVING sum(c.resolved) > 0 AND sum(c.tokens_known) = sum(c.resolved)
      ) t
      WHERE e.id = t.evaluation_id AND e.best_method = t.method_key`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
