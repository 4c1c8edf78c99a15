import type { DataSource, TeamId } from '@cges-fleet/db'
import { newEvaluation, submit } from './evaluation-rows.js'

/**
 * Stores many evaluations at once, an hour between one and the next: of five names, of three owners, one in ten failed, most of
 * the others done with figures that differ but for tokens, of which there are few values and sometimes none, one in a thousand with a tag.
 */
export async function manyEvaluations(db: DataSource, team: TeamId, count: number): Promise<void> {
  const { benchmarkId } = await newEvaluation(db, { team })
  const like = await submit(db, { team, changes: { name: 'the newest' } })
  await db.query(
    `INSERT INTO evaluation (id, team_id, name, benchmark_id, pool, spec, seed, replicates, questions, trials_total,
       trials_closed, status, finished_at, owner, tags, best_method, best_accuracy, best_trials, best_calls, best_saved,
       best_tokens, created_at)
     SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(32768 + n % 16384), 4, '0')
               || lpad(to_hex(n), 12, '0'))::uuid,
            $1, (ARRAY['Nightly', 'Ablation', 'Baseline', 'Sweep', 'Smoke'])[1 + n % 5] || ' ' || n, $2, e.pool,
            jsonb_set(e.spec, '{methods}', CASE WHEN n % 500 = 0 THEN '[{"method": "dsc", "budget": 16}]' ELSE e.spec -> 'methods' END),
            7, 1, 2, 2, 2, CASE n % 10 WHEN 0 THEN 'failed' ELSE 'done' END, at,
            (ARRAY['ann', 'ben', 'cas'])[1 + n % 3], CASE WHEN n % 1000 = 0 THEN ARRAY['paper'] ELSE '{}' END,
            m.method, m.accuracy, 2 * m.one, m.calls, 1 - m.calls / 2,
            CASE WHEN n % 4 = 0 THEN NULL ELSE 300 + 100 * (n % 4 / 3) END * m.one, at
     FROM evaluation e, generate_series(1, $4) n
     CROSS JOIN LATERAL (SELECT now() - make_interval(hours => n) AS at) t
     CROSS JOIN LATERAL (SELECT CASE n % 10 WHEN 0 THEN NULL ELSE 1 END AS one) o
     CROSS JOIN LATERAL (
       SELECT one, CASE one WHEN 1 THEN 'sc@2' END AS method, one * (n::bigint * 7919 % 1009) / 1009.0 AS accuracy,
              one * (1 + (n::bigint * 104729 % 997) / 997.0) AS calls
     ) m
     WHERE e.id = $3`,
    [team, benchmarkId, like, count],
  )
  await db.query('VACUUM ANALYZE evaluation')
}
