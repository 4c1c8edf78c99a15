import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Lists sort by tokens as by calls: a column of its own and its index, those of unknown tokens last. */
export class TokensOrder1765135000000 implements MigrationInterface {
  name = 'TokensOrder1765135000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE evaluation ADD COLUMN tokens_order double precision NOT NULL
        GENERATED ALWAYS AS (coalesce(best_tokens, 'Infinity')) STORED`)
    await runner.query('CREATE INDEX evaluation_by_tokens ON evaluation (team_id, tokens_order, id)')
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
