import type { EvaluationFilter } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'

/** Conditions on an evaluation `e`, and the parameters they name. */
export interface Conditions {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What a list shows only while somebody should look at it; the words of the index it is found by. */
const ATTENTION = `(e.status IN ('failed', 'budget_stopped') OR e.trials_blocked > 0)`

/** Says which of a team's evaluations a filter means, in SQL. Ids carry the instant of submission, so days are ranges of ids. */
export function evaluationConditions(team: TeamId, filter: EvaluationFilter): Conditions {
  const parameters: unknown[] = [team]
  const given = (value: unknown): string => `$${parameters.push(value)}`
  const parts = ['e.team_id = $1']
  const { status, attention, benchmark, pool, model, method, owner, tag, from, to, q } = filter
  if (status !== undefined) parts.push(`e.status = ANY (${given(status)}::text[])`)
  if (attention !== undefined) parts.push(ATTENTION)
  if (benchmark !== undefined)
    parts.push(
      `e.benchmark_id = ANY (ARRAY(SELECT id FROM benchmark WHERE team_id = $1 AND name = ${given(benchmark)}))`,
    )
  if (pool !== undefined) parts.push(`e.pool = ${given(pool)}`)
  if (model !== undefined) parts.push(`e.pool = ANY (ARRAY(SELECT name FROM pool WHERE model = ${given(model)}))`)
  if (method !== undefined) parts.push(`e.spec -> 'methods' @> ${given(JSON.stringify([{ method }]))}::jsonb`)
  if (owner !== undefined) parts.push(`e.owner = ${given(owner)}`)
  if (tag !== undefined) parts.push(`e.tags @> ARRAY[${given(tag)}::text]`)
  if (from !== undefined) parts.push(`e.id >= ${given(firstIdOf(Date.parse(from)))}::uuid`)
  if (to !== undefined) parts.push(`e.id < ${given(firstIdOf(Date.parse(to) + DAY_MS))}::uuid`)
  if (q !== undefined) parts.push(`strpos(lower(e.name), lower(${given(q)})) > 0`)
  return { sql: parts.join(' AND '), parameters }
}

const DAY_MS = 86_400_000

/** The least id (UUID version 7) that can have been made at an instant. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
