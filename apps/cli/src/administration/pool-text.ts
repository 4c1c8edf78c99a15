import {
  counted,
  crewOf,
  isSilent,
  poolPauseWords,
  type PoolShares,
  type PoolView,
  preflightNoteWords,
  preflightWords,
} from '@cges-fleet/core'
import { columnsBefore, wrapped } from '../shell/format.js'

/** What a pool can draw at once, draws, and has waiting, of all teams. */
interface Load {
  readonly slots: number
  readonly inFlight: number
  readonly waiting: number
}

export type ListedPool = PoolView & { readonly load: Load }

/** Sums a pool's load over its teams. */
export function loadOf({ slots, teams }: PoolShares): Load {
  const total = (of: (team: PoolShares['teams'][number]) => number) => teams.reduce((sum, team) => sum + of(team), 0)
  return { slots, inFlight: total(({ active }) => active), waiting: total(({ waiting }) => waiting) }
}

/** Formats pools for people: the load of each, then what its workers do and found out about their servers. */
export function poolListText(pools: readonly ListedPool[]): string[] {
  if (pools.length === 0) return ['No pools yet. Start a worker with POOL set to a name.']
  const rows = pools.map(({ name, workers, paused, load: { slots, inFlight, waiting } }) => [
    name,
    paused === null ? `${crewOf(workers).ready} of ${workers.length}` : 'paused',
    ...[slots, inFlight, waiting].map((count) => count.toLocaleString('en-US')),
  ])
  const head = ['pool', 'workers ready', 'slots', 'in flight', 'waiting']
  return [...columnsBefore([head, ...rows], ['model', ...pools.map(({ model }) => model)]), ...pools.flatMap(poolText)]
}

function poolText({ name, promise, paused, workers }: ListedPool): string[] {
  const pause = paused === null ? [] : wrapped(`${name}: ${poolPauseWords(paused)}`, '')
  if (promise === null && workers.length === 0) return pause.length === 0 ? [] : ['', ...pause]
  const promised = promise === null ? 'promises nothing yet' : `promises ${preflightWords(promise)}`
  return ['', ...pause, ...wrapped(`${name} ${promised}`, ''), ...workers.flatMap(workerText)]
}

function workerText(worker: PoolView['workers'][number]): string[] {
  const { slots, ready, reason, heartbeatAgeMs, preflight } = worker
  const state = isSilent(worker)
    ? `silent for ${Math.round(heartbeatAgeMs / 1000)} s, perhaps killed`
    : ready
      ? (reason ?? 'ready')
      : `not ready: ${reason ?? 'no reason given'}`
  const found = preflight === null ? 'model server not checked yet' : preflightWords(preflight)
  return [
    ...wrapped(`${workerWords(worker)}: ${counted(slots, 'slot')}, ${state}; ${found}`, '  '),
    ...(preflight?.notes ?? []).flatMap((note) => wrapped(preflightNoteWords(note), '    ')),
  ]
}

/** A worker's name, and the end of its id, since names may repeat; only its id if it has no name. */
function workerWords({ id, name }: PoolView['workers'][number]): string {
  return name === null ? id : `${name} (…${id.slice(-8)})`
}
