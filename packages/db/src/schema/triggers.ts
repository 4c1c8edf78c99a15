import { byCallKind } from '../call-kinds.js'
import { sealedText } from '../identity/audit-chain.js'
import { ACTIVE } from './evaluation.js'

/** The triggers and checks that refuse what must never happen, whatever a statement asks for. */
export const TRIGGERS = `
ALTER TABLE call ADD CONSTRAINT call_of_its_kind CHECK (${byCallKind('kind', ({ row }) => row)} ELSE false END);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once and never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM evaluation WHERE id = OLD.evaluation_id AND deleted_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is written once and never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER verdict_is_final BEFORE UPDATE ON verdict FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER verdict_is_kept BEFORE DELETE ON verdict FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER verdict_stays BEFORE TRUNCATE ON verdict FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, TRUNCATE ON verdict FROM CURRENT_USER;
CREATE TRIGGER event_is_final BEFORE UPDATE ON evaluation_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_is_kept BEFORE DELETE ON evaluation_event FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER evaluation_stays_deleted BEFORE UPDATE ON evaluation FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evaluation_is_kept BEFORE DELETE ON evaluation FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit FOR EACH ROW
  WHEN (OLD.at > now() - interval '30 days') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_stays BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER seal_is_final BEFORE UPDATE ON audit_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_stays BEFORE TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries are sealed as they are committed, one transaction after the other: by then each holds all its locks, so that
-- none waits for another that waits for it.
CREATE FUNCTION seal_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  _before text := coalesce(current_setting('cges.owner', true), '');
  _last record;
  _sealed bytea;
BEGIN
  PERFORM set_config('cges.owner', 'on', true);
  PERFORM pg_advisory_xact_lock(4207318);
  SELECT coalesce(max(s.place), 0) AS place,
         coalesce((SELECT e.hash FROM audit_seal e ORDER BY e.place DESC LIMIT 1), decode(repeat('00', 32), 'hex')) AS hash
  INTO _last FROM audit_seal s;
  _sealed := convert_to(encode(_last.hash, 'hex') || ${sealedText('NEW', '(_last.place + 1)')}, 'UTF8');
  INSERT INTO audit_seal (place, entry, previous, hash)
  VALUES (_last.place + 1, NEW.id, _last.hash, sha256(_sealed));
  PERFORM set_config('cges.owner', _before, true);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_is_sealed AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION seal_entry();

CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
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
  (OLD.id, OLD.kind, OLD.team_id, OLD.evaluation_id, OLD.trial_id, OLD.ranking_id, OLD.request_id, OLD.index,
    OLD.seed)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.team_id, NEW.evaluation_id, NEW.trial_id, NEW.ranking_id, NEW.request_id, NEW.index,
    NEW.seed)
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
WHEN (OLD.state <> 'read' OR OLD.outcome <> 'infra_error') EXECUTE FUNCTION refuse_loss();

-- A gateway hears of a reply as soon as it is committed: whoever wrote it, and without asking.
CREATE FUNCTION tell_gateway() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gateway_' || replace(r.gateway::text, '-', ''), NEW.request_id || ' ' || NEW.index)
  FROM chat_request r WHERE r.id = NEW.request_id;
  RETURN NULL;
END $$;
CREATE TRIGGER reply_is_told AFTER INSERT ON chat_reply FOR EACH ROW EXECUTE FUNCTION tell_gateway();

-- A worker hears at once that nobody needs a call it is making any more. Equal notices of one transaction are sent once.
CREATE FUNCTION wake_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('worker_' || replace(NEW.worker_id::text, '-', ''), '');
  RETURN NULL;
END $$;
-- What its own worker abandons has no claim, and wakes nobody.
CREATE TRIGGER abandoned_is_told AFTER INSERT ON call_ledger FOR EACH ROW
WHEN (NEW.state = 'abandoned' AND NEW.claim IS NOT NULL) EXECUTE FUNCTION wake_worker();

CREATE FUNCTION wake_workers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('worker_' || replace(k.worker_id::text, '-', ''), '')
  FROM (SELECT DISTINCT worker_id FROM call WHERE evaluation_id = NEW.id AND live AND state = 'leased') k;
  RETURN NULL;
END $$;
CREATE TRIGGER evaluation_end_is_told AFTER UPDATE OF status, stops_calls ON evaluation FOR EACH ROW
WHEN (OLD.status IN (${ACTIVE}) AND NEW.status NOT IN (${ACTIVE}) OR NEW.stops_calls AND NOT OLD.stops_calls) EXECUTE FUNCTION wake_workers();

CREATE TRIGGER ranking_moves_on BEFORE UPDATE ON ranking FOR EACH ROW
WHEN (OLD.state = 'landed' AND NEW.state <> 'landed') EXECUTE FUNCTION refuse_move();
`
