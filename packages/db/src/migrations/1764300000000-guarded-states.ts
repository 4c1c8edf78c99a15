import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * The database enforces what must never happen: illegal state transitions of samples, rankings and calls, a fence that
 * falls, a changed sample, a rewritten verdict. A claim carries a token, so that a worker that lost the answer to its
 * commit can tell its own claim from another's.
 */
export class GuardedStates1764300000000 implements MigrationInterface {
  name = 'GuardedStates1764300000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a % may not go from % (fence %) to % (fence %)',
    TG_TABLE_NAME, OLD.state, OLD.fence, NEW.state, NEW.fence USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER sample_moves_on BEFORE UPDATE ON sample FOR EACH ROW
WHEN (
  NEW.fence < OLD.fence
  OR (OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN (
       ('pending', 'leased'), ('pending', 'landed'), ('leased', 'pending'), ('leased', 'landed'), ('landed', 'read'))
      AND NOT (OLD.state = 'read' AND OLD.outcome = 'infra_error' AND NEW.state = 'pending'))
) EXECUTE FUNCTION refuse_move();

CREATE TRIGGER sample_is_final BEFORE UPDATE ON sample FOR EACH ROW
WHEN (
  (OLD.trial_id, OLD.index, OLD.evaluation_id, OLD.team_id, OLD.seed)
    IS DISTINCT FROM (NEW.trial_id, NEW.index, NEW.evaluation_id, NEW.team_id, NEW.seed)
  OR (OLD.state IN ('landed', 'read') AND NEW.state IN ('landed', 'read')
      AND (OLD.outcome, OLD.raw_answer, OLD.fence, OLD.finish_reason)
        IS DISTINCT FROM (NEW.outcome, NEW.raw_answer, NEW.fence, NEW.finish_reason))
) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ranking_moves_on BEFORE UPDATE ON ranking FOR EACH ROW
WHEN (
  NEW.fence < OLD.fence
  OR (OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN (
       ('pending', 'leased'), ('pending', 'landed'), ('leased', 'pending'), ('leased', 'landed')))
) EXECUTE FUNCTION refuse_move();

ALTER TABLE call_ledger ADD COLUMN claim uuid;

CREATE TRIGGER call_ends_once BEFORE UPDATE ON call_ledger FOR EACH ROW
WHEN (
  OLD.state IS DISTINCT FROM NEW.state AND OLD.state <> 'started' AND NOT (OLD.state = 'lost' AND NEW.state = 'discarded')
) EXECUTE FUNCTION refuse_move();

REVOKE UPDATE, DELETE, TRUNCATE ON verdict FROM CURRENT_USER;
`
