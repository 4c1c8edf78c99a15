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
import { type Decide, requirePrefix } from './require-prefix.js'

/** An external rule: a JavaScript module, or a command line, which decides questions one by one or as a set. */
export type OwnMethod = { readonly kind: 'file' | 'command' | 'set-command'; readonly text: string }

const HOST = fileURLToPath(new URL('rule-host.js', import.meta.url))

/** Questions with their samples, in the order drawn; a rule on sets decides them together. */
export interface Pools {
  readonly ids: readonly string[]
  readonly pools: readonly (readonly OwnVote[])[]
}

/**
 * Decides sets of questions by an external rule, and refuses one that depends on more than the samples it is charged
 * for.
 */
export async function decideByOwnRule(own: OwnMethod, sets: readonly Pools[], budget: number): Promise<OwnStop[][]> {
  const questions = sets.reduce((sum, { ids }) => sum + ids.length, 0)
  return withRule(own, budget, questions, async (decide) => {
    const stops: OwnStop[][] = []
    for (const set of sets) stops.push(await checked(decide, set))
    return stops
  })
}

/**
 * Runs an own rule on the same permutations as every other method, and checks on the first that it is a function of the
 * samples it is charged for.
 */
export async function runOwnRule(
  own: OwnMethod,
  recordings: readonly Recording[],
  options: Pick<ReplayOptions, 'seeds' | 'grades' | 'inOrder'> & { readonly budget: number },
): Promise<MethodResult> {
  const { budget, inOrder, grades } = options
  const seeds = inOrder ? 1 : options.seeds
  const short = recordings.find(({ samples }) => samples.length < budget)
  if (short !== undefined) {
    throw new UsageError(`${own.text}: its budget is ${budget}, but ${short.id} has fewer samples`)
  }
  const ids = recordings.map(({ id }) => id)
  return withRule(own, budget, recordings.length * seeds, async (decide) => {
    const bySeed: Stop[][] = []
    for (let seed = 0; seed < seeds; seed += 1) {
      const drawn = recordings.map((recording) => drawnOf(recording, inOrder ? null : seed).slice(0, budget))
      const pools = drawn.map((samples) => samples.map(voteOf))
      const stops = seed === 0 ? await checked(decide, { ids, pools }) : await decide(pools)
      bySeed.push(stops.map((stop, at) => stopOf(stop, drawn[at] ?? [], budget)))
    }
    return ownResult(`own: ${own.text}`, budget, { recordings, grades }, bySeed)
  })
}

/** Decides, then asks again to check that the samples after the stops do not matter. */
async function checked(decide: Decide, { ids, pools }: Pools): Promise<OwnStop[]> {
  const stops = await decide(pools)
  await requirePrefix(
    decide,
    stops.map((stop, at) => ({ id: ids[at] ?? '', votes: pools[at] ?? [], stop })),
  )
  return stops
}

/** Starts an external rule, has it decide questions or sets, shows the progress, and ends it. */
async function withRule<T>(
  { kind, text }: OwnMethod,
  budget: number,
  questions: number,
  use: (decide: Decide) => Promise<T>,
): Promise<T> {
  const command =
    kind === 'file'
      ? { file: process.execPath, args: [HOST, resolve(text)], shell: false }
      : { file: text, args: [], shell: true }
  const rule = new OwnRule(command, budget)
  const bar = startProgress('own rule')
  let done = 0
  const count = (more: number): void => {
    done += more
    bar.show({ done: Math.min(done, questions), total: questions, what: 'questions' })
  }
  try {
    const isOfSets = kind === 'set-command' || (kind === 'file' && (await rule.decides()) === 'set')
    return await use(async (pools) => {
      if (!isOfSets) return Promise.all(pools.map((votes) => rule.decide(votes).finally(() => count(1))))
      const stops = await rule.decideSet(pools)
      count(pools.length)
      return stops
    })
  } finally {
    bar.clear()
    rule.end()
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
