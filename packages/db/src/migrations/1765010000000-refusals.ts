import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What may be repeated without end is counted: refusals of one caller, route and reason share a row per hour.
 * `forget_expired` applies retention: it alone deletes from the audit log, and nothing younger than thirty days.
 */
export class Refusals1765010000000 implements MigrationInterface {
  name = 'Refusals1765010000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE TABLE refusal (
  id uuid PRIMARY KEY,
  hour timestamptz NOT NULL DEFAULT date_trunc('hour', now()),
  team_id uuid REFERENCES team (id),
  actor text NOT NULL,
  action text NOT NULL,
  subject text,
  reason text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT refusal_once_an_hour UNIQUE NULLS NOT DISTINCT (hour, actor, action, reason, subject, team_id)
);
CREATE INDEX refusal_of_team ON refusal (team_id, hour);

DROP TRIGGER audit_is_final ON audit;
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit FOR EACH ROW
  WHEN (OLD.at > now() - interval '30 days') EXECUTE FUNCTION refuse_change();

CREATE FUNCTION forget_expired(audit_days integer, refusal_days integer, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before text := coalesce(current_setting('cges.owner', true), '');
  removed integer;
  largest integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(4207316) THEN RETURN 0; END IF;
  PERFORM set_config('cges.owner', 'on', true);
  -- Ids are in the order of time: only the oldest rows are looked at.
  DELETE FROM audit WHERE id IN (
    SELECT o.id FROM (SELECT a.id, a.at FROM audit a ORDER BY a.id LIMIT most) o
    WHERE o.at < now() - make_interval(days => greatest(audit_days, 31)));
  GET DIAGNOSTICS removed = ROW_COUNT;
  largest := greatest(largest, removed);
  DELETE FROM refusal WHERE id IN (
    SELECT o.id FROM (SELECT r.id, r.last_at FROM refusal r ORDER BY r.id LIMIT most) o
    WHERE o.last_at < now() - make_interval(days => greatest(refusal_days, 1)));
  GET DIAGNOSTICS removed = ROW_COUNT;
  largest := greatest(largest, removed);
  -- A bucket is full again long before: without its row it is just as full.
  DELETE FROM request_bucket WHERE ctid = ANY (ARRAY(
    SELECT b.ctid FROM request_bucket b WHERE b.filled_at < now() - interval '1 hour' LIMIT most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  largest := greatest(largest, removed);
  DELETE FROM session WHERE token_hash IN (SELECT s.token_hash FROM session s WHERE s.expires_at < now() LIMIT most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  largest := greatest(largest, removed);
  PERFORM set_config('cges.owner', before, true);
  RETURN largest;
END
$$;
REVOKE ALL ON FUNCTION forget_expired(integer, integer, integer) FROM PUBLIC;
`
