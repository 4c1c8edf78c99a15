import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * How pools stood over time: a point every ten seconds, which is added to those of a minute and of ten minutes as it is
 * written. A point has sums over its notes, so that any number of points give a mean; waits are counts by length.
 */
export class PoolHistory1765100000000 implements MigrationInterface {
  name = 'PoolHistory1765100000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE INDEX call_ledger_by_end ON call_ledger USING brin (ended_at) WITH (pages_per_range = 16, autosummarize = on);

CREATE TABLE pool_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  notes integer NOT NULL,
  known integer NOT NULL,
  ready integer NOT NULL,
  slots integer NOT NULL,
  active integer NOT NULL,
  waiting integer NOT NULL,
  backlog bigint NOT NULL,
  tokens bigint NOT NULL,
  oldest_ms double precision NOT NULL,
  waits integer[] NOT NULL,
  PRIMARY KEY (pool, step, at)
);

CREATE TABLE team_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  team_id uuid NOT NULL REFERENCES team (id),
  notes integer NOT NULL,
  active integer NOT NULL,
  waiting integer NOT NULL,
  backlog bigint NOT NULL,
  entitled double precision NOT NULL,
  oldest_ms double precision NOT NULL,
  waits integer[] NOT NULL,
  PRIMARY KEY (pool, step, at, team_id)
);

CREATE TABLE worker_point (
  pool text NOT NULL REFERENCES pool (name),
  step integer NOT NULL CHECK (step IN (10, 60, 600)),
  at timestamptz NOT NULL,
  worker_id uuid NOT NULL,
  notes integer NOT NULL,
  slots integer NOT NULL,
  active integer NOT NULL,
  tokens bigint NOT NULL,
  PRIMARY KEY (pool, step, at, worker_id)
);

CREATE FUNCTION pool_team_points(wanted text, of_step integer, bin interval, since timestamptz)
RETURNS TABLE (team text, team_id uuid, at timestamptz, notes bigint, active bigint, waiting bigint, backlog double precision,
               entitled double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('cges.owner', true), '');
BEGIN
  PERFORM set_config('cges.owner', 'on', true);
  RETURN QUERY
    SELECT t.name, p.team_id, date_bin(bin, p.at, 'epoch') AS binned, sum(p.notes), sum(p.active), sum(p.waiting),
           sum(p.backlog)::float8, sum(p.entitled)
    FROM team_point p JOIN team t ON t.id = p.team_id
    WHERE p.pool = wanted AND p.step = of_step AND p.at >= since
    GROUP BY 1, 2, 3 ORDER BY 1, 3;
  PERFORM set_config('cges.owner', before, true);
END
$$;
REVOKE ALL ON FUNCTION pool_team_points(text, integer, interval, timestamptz) FROM PUBLIC;
`
