import type { ClusterSums } from '@cges-fleet/statistics'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

export interface MethodClusterSums extends ClusterSums {
  readonly methodKey: string
}

/** Sums each method's correct answers by question: replicates of a question are one cluster. Open trials count by their leader. */
export async function selectClusterSums(db: Db, team: TeamId, evaluationId: string): Promise<MethodClusterSums[]> {
  return query<MethodClusterSums>(
    db,
    `WITH answer AS (
       (SELECT DISTINCT ON (trial_id, method_key) trial_id, method_key, answer_key FROM verdict
        WHERE team_id = $1 AND evaluation_id = $2 ORDER BY trial_id, method_key, grading_version DESC)
       UNION ALL
       SELECT trial_id, method_key, leader FROM standing WHERE team_id = $1 AND evaluation_id = $2 AND NOT blocked
     ), question AS (
       SELECT a.method_key, t.position, count(*)::float8 AS n, (count(*) FILTER (WHERE g.correct))::float8 AS c
       FROM answer a
       JOIN trial t ON t.id = a.trial_id
       JOIN evaluation e ON e.id = t.evaluation_id
       LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
         AND g.answer_key = a.answer_key
         AND g.grading_version = (SELECT max(x.grading_version) FROM answer_grade x WHERE x.benchmark_id = g.benchmark_id
                                  AND x.position = g.position AND x.answer_key = g.answer_key)
       GROUP BY 1, 2
     )
     SELECT method_key AS "methodKey", count(*)::int AS clusters, sum(c) AS c, sum(n) AS n, sum(c * c) AS cc,
            sum(c * n) AS cn, sum(n * n) AS nn
     FROM question GROUP BY 1`,
    [team, evaluationId],
  )
}
