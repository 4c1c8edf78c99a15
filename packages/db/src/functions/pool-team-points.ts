import type { DatabaseFunction } from './database-function.js'

/** The load of a pool's teams over time: sums alone, so that the API may read them across teams. */
export const POOL_TEAM_POINTS: DatabaseFunction = {
  name: 'pool_team_points',
  takes: '_pool text, _step integer, _bin interval, _since timestamp with time zone',
  returns: `TABLE (team text, team_id uuid, at timestamptz, notes bigint, active bigint, waiting bigint,
  backlog double precision, entitled double precision)`,
  does: `
RETURN QUERY
SELECT t.name, p.team_id, date_bin(_bin, p.at, 'epoch') AS binned, sum(p.notes), sum(p.active), sum(p.waiting),
       sum(p.backlog)::float8, sum(p.entitled)
FROM team_point p JOIN team t ON t.id = p.team_id
WHERE p.pool = _pool AND p.step = _step AND p.at >= _since
GROUP BY 1, 2, 3 ORDER BY 1, 3;`,
}
