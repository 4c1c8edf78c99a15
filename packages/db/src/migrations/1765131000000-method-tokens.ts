import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What a method's calls took in tokens, and of how many of its verdicts that is known: not of those before this release, nor of
 * what a coordinator of an earlier one writes meanwhile.
 */
export class MethodTokens1765131000000 implements MigrationInterface {
  name = 'MethodTokens1765131000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE method_calls ADD COLUMN tokens bigint NOT NULL DEFAULT 0,
                               ADD COLUMN tokens_known integer NOT NULL DEFAULT 0`)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}
