/** Strips samples and rankings down to their results, and guards every state transition. */
export const GUARDED_CALLS = `
DROP TRIGGER sample_moves_on ON sample;
DROP TRIGGER sample_is_final ON sample;
DROP TRIGGER ranking_moves_on ON ranking;
DROP INDEX sample_live, sample_started, ranking_live;

DELETE FROM sample WHERE state IN ('pending', 'leased');
ALTER TABLE sample
  DROP CONSTRAINT sample_state_check,
  DROP CONSTRAINT sample_check,
  ALTER COLUMN state DROP DEFAULT,
  ADD CONSTRAINT sample_state CHECK (state IN ('landed', 'read')),
  ALTER COLUMN outcome SET NOT NULL,
  ALTER COLUMN landed_at SET NOT NULL,
  DROP COLUMN pool, DROP COLUMN tag, DROP COLUMN cost, DROP COLUMN fence, DROP COLUMN deliveries,
  DROP COLUMN lease_until, DROP COLUMN queue_at, DROP COLUMN created_at;
CREATE INDEX sample_landed ON sample (evaluation_id) WHERE state = 'landed';

ALTER TABLE ranking
  DROP CONSTRAINT ranking_state_check,
  ALTER COLUMN state SET DEFAULT 'open',
  DROP COLUMN pool, DROP COLUMN fence, DROP COLUMN deliveries, DROP COLUMN lease_until, DROP COLUMN queue_at,
  DROP COLUMN counted_tries;
UPDATE ranking r
SET state = CASE state WHEN 'landed' THEN state ELSE 'open' END,
    tries = (SELECT count(*) FROM call k WHERE k.ranking_id = r.id);
ALTER TABLE ranking ADD CONSTRAINT ranking_state CHECK (state IN ('open', 'landed'));
CREATE INDEX ranking_open ON ranking (evaluation_id) WHERE state = 'open';

CREATE OR REPLACE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a % may not go from % to %', TG_TABLE_NAME,
    concat(OLD.state, ' (fence ' || (to_jsonb(OLD) ->> 'fence') || ')'),
    concat(NEW.state, ' (fence ' || (to_jsonb(NEW) ->> 'fence') || ')') USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION refuse_second_sample() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM sample WHERE trial_id = OLD.trial_id AND index = OLD.index) THEN
    RAISE EXCEPTION 'a call whose sample is there may not be made again'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER call_moves_on BEFORE UPDATE ON call FOR EACH ROW
WHEN (
  NEW.fence < OLD.fence
  OR (OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN (
       ('pending', 'leased'), ('pending', 'ended'), ('leased', 'pending'), ('leased', 'ended'))
      AND NOT (OLD.state = 'ended' AND NEW.state = 'pending' AND OLD.kind <> 'rank'))
) EXECUTE FUNCTION refuse_move();

CREATE TRIGGER call_draws_one_sample BEFORE UPDATE ON call FOR EACH ROW
WHEN (OLD.state = 'ended' AND NEW.state = 'pending' AND OLD.kind = 'draw') EXECUTE FUNCTION refuse_second_sample();

CREATE TRIGGER call_stays_what_it_is BEFORE UPDATE ON call FOR EACH ROW
WHEN (
  (OLD.id, OLD.kind, OLD.team_id, OLD.evaluation_id, OLD.trial_id, OLD.ranking_id, OLD.index, OLD.seed)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.team_id, NEW.evaluation_id, NEW.trial_id, NEW.ranking_id, NEW.index, NEW.seed)
) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER attempt_ends_once BEFORE UPDATE ON call_ledger FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state AND NOT (OLD.state = 'lost' AND NEW.state = 'discarded'))
EXECUTE FUNCTION refuse_move();

CREATE TRIGGER sample_moves_on BEFORE UPDATE ON sample FOR EACH ROW
WHEN (OLD.state = 'read' AND NEW.state <> 'read') EXECUTE FUNCTION refuse_move();

CREATE TRIGGER sample_is_final BEFORE UPDATE ON sample FOR EACH ROW
WHEN (
  (OLD.trial_id, OLD.index, OLD.evaluation_id, OLD.team_id, OLD.seed, OLD.outcome, OLD.raw_answer, OLD.finish_reason)
    IS DISTINCT FROM
  (NEW.trial_id, NEW.index, NEW.evaluation_id, NEW.team_id, NEW.seed, NEW.outcome, NEW.raw_answer, NEW.finish_reason)
) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER sample_stays BEFORE DELETE ON sample FOR EACH ROW
WHEN (OLD.state <> 'read' OR OLD.outcome <> 'infra_error') EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ranking_moves_on BEFORE UPDATE ON ranking FOR EACH ROW
WHEN (OLD.state = 'landed' AND NEW.state <> 'landed') EXECUTE FUNCTION refuse_move();
`
