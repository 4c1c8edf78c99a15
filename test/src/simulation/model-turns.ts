import { fairTags } from '@cges-fleet/core'
import { type ModelDatabase, Violation } from './model-database.js'
import type { CallRow, EvaluationRow, TeamRow } from './model-tables.js'

/** The tags of a team's next samples, and the pool's virtual time as it was kept when they were taken. */
export interface Turns {
  readonly tags: readonly number[]
  readonly virtualBefore: number
}

/** `takeTurns`, whose work is one sample's: the tags of a team's next samples, fewer than asked for if its limit allows less. */
export function takeTurns(db: ModelDatabase, { team }: EvaluationRow, samples: number, returned = 0): Turns {
  const room = Math.max(0, team.maxInFlight - inFlightOf(db, team) - returned)
  const virtual = db.lacks('a team that was idle starts at the virtual time') ? 0 : virtualTime(db)
  const costs = Array.from({ length: Math.min(samples, room) }, () => 1)
  const tags = fairTags({ virtual, last: team.lastTag, weight: team.weight }, costs)
  return { tags, virtualBefore: db.virtualTag }
}

/** What `planSamples` keeps of the turns, in the transaction that writes their calls. */
export function keepTurns(db: ModelDatabase, { team }: EvaluationRow, { tags, virtualBefore }: Turns): void {
  if (inFlightOf(db, team) > team.maxInFlight)
    throw new Violation(`team ${team.name} has more in flight than its limit`)
  if (tags.length === 0) return
  const [first = 0] = tags
  if (first <= team.lastTag) throw new Violation(`team ${team.name} takes the turn ${first} twice`)
  if (first <= virtualBefore) throw new Violation(`team ${team.name} comes first for having been idle`)
  db.virtualTag = Math.max(db.virtualTag, virtualTime(db))
  team.lastTag = tags.at(-1) ?? team.lastTag
}

/** The tag of the newest sample that has begun, as far as anything still shows it. */
function virtualTime(db: ModelDatabase): number {
  const begun = [...db.evaluations.keys()].flatMap((id) => [
    ...[...db.liveOf(id)].filter(({ state }) => state === 'leased').map(({ tag }) => tag),
    ...[...db.landedOf(id)].map(({ trial, index }) => tagOf(trial.calls, index)),
  ])
  return Math.max(db.virtualTag, ...begun)
}

function tagOf(calls: readonly CallRow[], index: number): number {
  return calls.find((call) => call.index === index)?.tag ?? 0
}

/** `inFlightOf`: pending calls of an ended evaluation will never be made. */
export function inFlightOf(db: ModelDatabase, team: TeamRow): number {
  return [...db.evaluations.values()]
    .filter((evaluation) => evaluation.team === team)
    .flatMap(({ id, status }) => [...db.liveOf(id)].filter(({ state }) => state === 'leased' || isOpen(status))).length
}

function isOpen(status: EvaluationRow['status']): boolean {
  return status === 'running' || status === 'paused' || status === 'stuck'
}
