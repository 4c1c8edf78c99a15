import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type MethodResult,
  ownResult,
  permute,
  type RecordedSample,
  type Recording,
  type ReplayOptions,
  type Stop,
} from '@cges-fleet/replay'
import { startProgress } from '../../report/start-progress.js'
import { UsageError } from '../../usage-error.js'
import { OwnRule, type OwnStop, type OwnVote } from './own-rule.js'
import { requirePrefix, type Stopped } from './require-prefix.js'

/** Somebody's own rule: a JavaScript module, or a command line. */
export type OwnMethod = { readonly kind: 'file' | 'command'; readonly text: string }

const HOST = fileURLToPath(new URL('rule-host.js', import.meta.url))

/** Starts an own rule, which decides questions of that budget until it is ended. */
function startRule({ kind, text }: OwnMethod, budget: number): OwnRule {
  const command =
    kind === 'file'
      ? { file: process.execPath, args: [HOST, resolve(text)], shell: false }
      : { file: text, args: [], shell: true }
  return new OwnRule(command, budget)
}

/** Questions with their samples, in the order drawn. */
export interface Pools {
  readonly ids: readonly string[]
  readonly pools: readonly (readonly OwnVote[])[]
  readonly budget: number
}

/** Decides questions by an own rule, once, and refuses one that is no function of the samples it is charged for. */
export async function decideByOwnRule(own: OwnMethod, { ids, pools, budget }: Pools): Promise<OwnStop[]> {
  const rule = startRule(own, budget)
  try {
    const decide = counted(rule, pools.length)
    const stops = await Promise.all(pools.map((pool) => decide(pool)))
    await requirePrefix((votes) => rule.decide(votes), stoppedOf(ids, pools, stops))
    return stops
  } finally {
    rule.end()
  }
}

function stoppedOf(
  ids: readonly string[],
  pools: readonly (readonly OwnVote[])[],
  stops: readonly OwnStop[],
): Stopped[] {
  return stops.map((stop, at) => ({ id: ids[at] ?? '', votes: pools[at] ?? [], stop }))
}

/**
 * Runs an own rule on the same permutations as every other method, and checks on the first that it is a function of the
 * samples it is charged for.
 */
export async function runOwnRule(
  { kind, text }: OwnMethod,
  recordings: readonly Recording[],
  options: Pick<ReplayOptions, 'seeds' | 'grades' | 'inOrder'> & { readonly budget: number },
): Promise<MethodResult> {
  const { budget, seeds, inOrder } = options
  const short = recordings.find(({ samples }) => samples.length < budget)
  if (short !== undefined) throw new UsageError(`${text}: its budget is ${budget}, but ${short.id} has fewer samples`)
  const rule = startRule({ kind, text }, budget)
  try {
    const ids = recordings.map(({ id }) => id)
    const bySeed: Stop[][] = []
    const decide = counted(rule, recordings.length * (inOrder ? 1 : seeds))
    for (let seed = 0; seed < (inOrder ? 1 : seeds); seed += 1) {
      const drawn = recordings.map((recording) => drawnOf(recording, inOrder ? null : seed).slice(0, budget))
      const pools = drawn.map((samples) => samples.map(voteOf))
      const stops = await Promise.all(pools.map((pool) => decide(pool)))
      if (seed === 0) await requirePrefix((votes) => rule.decide(votes), stoppedOf(ids, pools, stops))
      bySeed.push(stops.map((stop, at) => stopOf(stop, drawn[at] ?? [], budget)))
    }
    return ownResult(`own: ${text}`, budget, recordings, { bySeed, grades: options.grades })
  } finally {
    rule.end()
  }
}

/** Decides as the rule does, and shows how far it is. */
function counted(rule: OwnRule, total: number): (pool: readonly OwnVote[]) => Promise<OwnStop> {
  const bar = startProgress('own rule')
  let done = 0
  return async (pool) => {
    const stop = await rule.decide(pool)
    done += 1
    if (done < total) bar.show({ done, total, what: 'questions' })
    else bar.clear()
    return stop
  }
}

function stopOf({ calls, answer }: OwnStop, drawn: readonly RecordedSample[], budget: number): Stop {
  const known = drawn.slice(0, calls).map(({ tokens }) => tokens ?? null)
  const tokens = known.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
  return { calls, answer, score: null, tokens, rounds: calls, reason: calls < budget ? 'threshold' : 'budget' }
}

function drawnOf({ id, samples }: Recording, seed: number | null): readonly RecordedSample[] {
  return seed === null ? samples : permute(samples, seed, id)
}

function voteOf({ answer, confidence, reward, signals }: RecordedSample): OwnVote {
  return { answer, confidence, reward, signals }
}
