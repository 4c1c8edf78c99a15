/** A pool's load by team: pending and leased calls that draw a sample. */
export const POOL_LOAD = `
CREATE OR REPLACE FUNCTION pool_load(wanted text)
RETURNS TABLE (team_id uuid, team text, weight double precision, evaluations int, waiting int, active int, backlog int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('cges.owner', true), '');
BEGIN
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
      SELECT e.team_id, (count(*) FILTER (WHERE k.state = 'pending'))::int AS waiting,
             (count(*) FILTER (WHERE k.state = 'leased'))::int AS active, count(DISTINCT k.trial_id)::int AS trials
      FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind = 'draw'
      WHERE e.pool = wanted AND e.status = 'running' GROUP BY 1
    ) l ON l.team_id = r.team_id;
  PERFORM set_config('cges.owner', before, true);
END
$$;
`
