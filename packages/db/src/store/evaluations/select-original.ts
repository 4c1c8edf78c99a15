import type { Lookahead, SetAsideMethod } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import type { NewEvaluation } from './insert-evaluation.js'
import { type Db, query } from '../query.js'

type Row = Pick<
  NewEvaluation,
  'name' | 'suite' | 'benchmarkId' | 'pool' | 'methods' | 'sampling' | 'replicates' | 'questions'
> & {
  readonly setAside: readonly SetAsideMethod[]
  readonly paper: boolean
  readonly interactive: boolean
  readonly lookahead: Lookahead
  readonly audit: number | null
  readonly notify: string | null
  readonly seed: string
  readonly callCap: number | null
  readonly tokenCap: number | null
}

/** Selects the specification that would submit a team's evaluation once more; null if the team has none. */
export async function selectOriginal(db: Db, team: TeamId, id: string): Promise<NewEvaluation | null> {
  const rows = await query<Row>(
    db,
    `SELECT e.name, e.suite, e.benchmark_id AS "benchmarkId", e.pool, e.spec -> 'methods' AS methods,
            coalesce(e.spec -> 'setAside', '[]') AS "setAside",
            e.spec -> 'sampling' AS sampling, coalesce((e.spec -> 'paper')::boolean, false) AS paper,
            coalesce((e.spec -> 'interactive')::boolean, false) AS interactive,
            coalesce(e.spec -> 'lookahead', '"off"') AS lookahead, (e.spec -> 'audit')::float8 AS audit,
            e.spec ->> 'notify' AS notify, e.seed, e.replicates, e.questions, p.call_cap AS "callCap",
            p.token_cap::float8 AS "tokenCap"
     FROM evaluation e LEFT JOIN spending p ON p.evaluation_id = e.id
     WHERE e.team_id = $1 AND e.id = $2`,
    [team, id],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { callCap, tokenCap, audit, ...original } = row
  const caps = { calls: callCap ?? undefined, tokens: tokenCap ?? undefined }
  return { ...original, audit: audit ?? undefined, seed: Number(row.seed), caps, idempotency: null }
}
