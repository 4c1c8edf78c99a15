import { GRADING_VERSION } from '@cges-fleet/answers'
import type { DataSource, TeamId } from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import { method, newEvaluation, questions as benchmarkQuestions, submit } from './evaluation-rows.js'

interface Large {
  readonly questions: number
  /** Samples of each question, all read. */
  readonly samples: number
  readonly methods: readonly string[]
}

/**
 * Stores a finished evaluation of any size in seconds, row by row as a fleet would have left it. Answers, confidences
 * and calls depend on question and index alone.
 */
export async function largeEvaluation(
  db: DataSource,
  team: TeamId,
  { questions, samples, methods }: Large,
): Promise<string> {
  const benchmark = { name: `large-${questions}`, title: 'Large', questions: benchmarkQuestions(questions) }
  const id = await submit(db, { team, methods, benchmark })
  await db.query(TRIALS, [id, team, questions, samples])
  await db.query(SAMPLES, [id, team, samples, GRADING_VERSION])
  await db.query(GRADES, [id, team, GRADING_VERSION])
  for (const [place, text] of methods.entries())
    await db.query(VERDICTS, [
      id,
      team,
      methodKey(method(text)),
      place === 0 ? samples : 1 + (place % samples),
      GRADING_VERSION,
    ])
  await db.query(CALLS, [id, team, GRADING_VERSION])
  await db.query(DONE, [id, questions * samples, GRADING_VERSION])
  await db.query('ANALYZE')
  return id
}

/** A number from 0 to 996 of a question's position and a sample's index. */
const MIXED = '((t.position::bigint * 7919 + i * 104729) % 997)'

const TRIALS = `
INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base, state, requested, read, read_up_to)
SELECT gen_random_uuid(), $2, $1, n, 0, n, 'q-' || n, n, 'closed', $4, $4, $4 FROM generate_series(0, $3::int - 1) n`

const SAMPLES = `
INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, outcome, raw_answer, answer_key, grading_version,
  signals, prompt_tokens, completion_tokens, landed_at)
SELECT t.id, i, $2, $1, 'read', i, 'answer', a.answer, a.answer, $4,
       jsonb_build_object('lns-arith', 0.4 + ${MIXED} / 2000.0, 'lns-geom', 0.3 + ${MIXED} / 1900.0), 10, 20 + i, now()
FROM trial t CROSS JOIN generate_series(0, $3::int - 1) i
CROSS JOIN LATERAL (
  SELECT CASE WHEN ${MIXED} < 600 - t.position % 500 THEN t.position::text ELSE 'wrong ' || ${MIXED} % 3 END AS answer) a
WHERE t.evaluation_id = $1`

const GRADES = `
INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
SELECT DISTINCT $2::uuid, e.benchmark_id, t.position, s.answer_key, $3::int, s.answer_key = t.position::text
FROM evaluation e JOIN trial t ON t.evaluation_id = e.id JOIN sample s ON s.trial_id = t.id WHERE e.id = $1
ON CONFLICT DO NOTHING`

const VERDICTS = `
INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, reason)
SELECT t.id, $3, $5, $2, $1, 1 + (t.position % $4::int), s.answer_key, 'stop'
FROM trial t JOIN sample s ON s.trial_id = t.id AND s.index = t.position % $4::int WHERE t.evaluation_id = $1`

const CALLS = `
INSERT INTO method_calls (team_id, evaluation_id, grading_version, method_key, calls, resolved, correct)
SELECT $2, $1, $3, v.method_key, v.calls, count(*), count(*) FILTER (WHERE v.answer_key = t.position::text)
FROM verdict v JOIN trial t ON t.id = v.trial_id WHERE v.evaluation_id = $1 GROUP BY 4, 5`

const DONE = `
UPDATE evaluation SET status = 'done', trials_planned = trials_total, trials_started = trials_total,
  trials_closed = trials_total, samples_drawn = $2, attempts = $2, grading_version = $3, regraded_to = $3,
  finished_at = now(), version = version + 1, digest = 'as drawn'
WHERE id = $1`

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
