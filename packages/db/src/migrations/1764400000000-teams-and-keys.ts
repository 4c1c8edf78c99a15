import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Access control: the shares and limits of teams (null is no limit), API keys (only a keyed hash of the secret is
 * kept), browser sessions, rate-limit buckets, and an append-only audit log. `pool_load` sums over all teams at once:
 * the API's own role sees one team's rows at a time.
 */
export class TeamsAndKeys1764400000000 implements MigrationInterface {
  name = 'TeamsAndKeys1764400000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
ALTER TABLE team
  ADD COLUMN weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0 AND weight <= 1000),
  ADD COLUMN max_samples_in_flight integer CHECK (max_samples_in_flight > 0),
  ADD COLUMN max_tokens_per_day bigint CHECK (max_tokens_per_day > 0),
  ADD COLUMN max_gpu_seconds_per_month bigint CHECK (max_gpu_seconds_per_month > 0),
  ADD COLUMN max_calls_per_evaluation integer CHECK (max_calls_per_evaluation > 0);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  team_id uuid NOT NULL REFERENCES team (id),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'member', 'operator', 'admin')),
  scopes text[],
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by text REFERENCES api_key (id)
);
CREATE INDEX api_key_of_team ON api_key (team_id, created_at);

CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  team_id uuid NOT NULL REFERENCES team (id),
  key_id text NOT NULL REFERENCES api_key (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_of_key ON session (key_id);

CREATE UNLOGGED TABLE request_bucket (
  name text PRIMARY KEY,
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL
);

CREATE TABLE audit (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  team_id uuid REFERENCES team (id),
  actor text NOT NULL,
  action text NOT NULL,
  subject text,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE TRIGGER audit_is_final BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_stays BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION pool_load(wanted text)
RETURNS TABLE (team_id uuid, team text, weight double precision, evaluations int, waiting int, active int, backlog int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('cges.owner', true), '');
BEGIN
  -- Not a SET of the function's own: only a superuser may let others make one with a parameter like this.
  PERFORM set_config('cges.owner', 'on', true);
  RETURN QUERY
    SELECT t.id, t.name, t.weight, r.evaluations, coalesce(l.waiting, 0), coalesce(l.active, 0),
           greatest(0, r.trials - coalesce(l.trials, 0))::int
    FROM (
      SELECT e.team_id, count(*)::int AS evaluations,
             sum(e.trials_total - e.trials_closed - e.trials_blocked)::int AS trials
      FROM evaluation e WHERE e.pool = wanted AND e.status = 'running' GROUP BY 1
    ) r
    JOIN team t ON t.id = r.team_id
    LEFT JOIN (
      SELECT e.team_id, (count(*) FILTER (WHERE s.state = 'pending'))::int AS waiting,
             (count(*) FILTER (WHERE s.state = 'leased'))::int AS active, count(DISTINCT s.trial_id)::int AS trials
      FROM evaluation e JOIN sample s ON s.evaluation_id = e.id
      WHERE e.pool = wanted AND e.status = 'running' AND s.state IN ('pending', 'leased') GROUP BY 1
    ) l ON l.team_id = r.team_id;
  PERFORM set_config('cges.owner', before, true);
END
$$;
REVOKE ALL ON FUNCTION pool_load(text) FROM PUBLIC;
`
