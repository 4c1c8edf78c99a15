import { isCharged, type Lookahead, voteOf } from '@cges-fleet/core'
import { inTurns, type OpenTrial, type PlannedSample } from '@cges-fleet/db'
import { foreseenNeed, type Foresight, foresightOf, MAX_BUDGET, type Vote } from '@cges-fleet/methods'
import type { KeyedMethod, TrialDecision } from './decide-trial.js'

/**
 * With `auto` a sample is asked for if it is more likely than not to be needed. A higher bar wastes less and leaves
 * more slots idle; a lower one gains little, since samples far from certain are rarely on the longest question.
 */
const BAR = 0.5
/** How many continuations of a trial are drawn; the fewer, the more decisions they take in all. */
const CONTINUATIONS = { least: 16, most: 64, decisions: 4096 } as const

interface Decided {
  readonly trial: OpenTrial
  readonly decision: Pick<TrialDecision, 'wanted' | 'change' | 'verdicts'>
  readonly methods: readonly KeyedMethod[]
}

interface Asking {
  readonly lookahead: Lookahead
  /** How many samples at most. */
  readonly room: number
  /** The samples of trials that tell what the evaluation's questions are like. */
  readonly learned: readonly OpenTrial['samples'][]
}

/** Trials that are open, each with the methods that are. */
type Open = Decided & { readonly open: readonly KeyedMethod[] }

/**
 * Lists samples that will probably be needed, for slots that would otherwise be idle, beyond what each trial is certain
 * to need. With `auto` the likeliest come first, down to a bar; with a number of samples the trials with most before
 * them, each one in turn. Samples are drawn by their index and every rule reads them in that order, so no verdict
 * depends on how many there are. Pure; yields to the event loop, and awaits `between`.
 */
export async function lookAhead(
  decided: readonly Decided[],
  { lookahead, room, learned }: Asking,
  between?: () => Promise<void>,
): Promise<PlannedSample[]> {
  if (lookahead === 'off' || room <= 0) return []
  const open = decided.filter(({ decision }) => decision.change.state === 'open').map(withOpenMethods)
  if (lookahead === 'auto') return likeliest(open.filter(hasMore), { room, learned }, between)
  const chains = await inTurns(open, (each) => farther(each, lookahead), between)
  chains.sort((a, b) => b.length - a.length)
  const longest = chains[0]?.length ?? 0
  const inTurn = Array.from({ length: longest }).flatMap((_, at) => chains.flatMap((chain) => chain[at] ?? []))
  return inTurn.slice(0, room)
}

function withOpenMethods(each: Decided): Open {
  const stopped = new Set([...each.trial.decided, ...each.decision.verdicts.map(({ methodKey }) => methodKey)])
  return { ...each, open: each.methods.filter(({ key }) => !stopped.has(key)) }
}

function hasMore({ trial, decision, open }: Open): boolean {
  return open.some(({ budget }) => budget > Math.max(trial.asked, decision.wanted))
}

/** A trial's next samples, up to the number given, within the budgets of its methods. */
function farther({ trial, decision, open }: Open, by: number): PlannedSample[] {
  const from = Math.max(decision.wanted, trial.samples.length)
  return beyondWanted({ trial, decision }, Math.max(0, ...open.map(({ budget }) => Math.min(budget, from + by))))
}

function beyondWanted({ trial, decision }: Pick<Decided, 'trial' | 'decision'>, wanted: number): PlannedSample[] {
  const asked = Math.max(trial.asked, decision.wanted)
  return planWithinWindow([{ trial: { ...trial, asked }, wanted }], Infinity)
}

async function likeliest(
  open: readonly Open[],
  { room, learned }: Pick<Asking, 'room' | 'learned'>,
  between?: () => Promise<void>,
): Promise<PlannedSample[]> {
  const foresight = foresightOf(learned.map((samples) => votesByIndex(samples).filter((vote) => vote !== undefined)))
  const rules = open.reduce((sum, each) => sum + each.open.length, 0)
  const { least, most, decisions } = CONTINUATIONS
  const continuations = Math.max(least, Math.min(most, Math.floor(decisions / Math.max(1, rules))))
  const needs = await inTurns(open, (each) => needed(each, { foresight, continuations }), between)
  return needs
    .flat()
    .toSorted((a, b) => b.need - a.need || a.sample.index - b.sample.index)
    .slice(0, room)
    .map(({ sample }) => sample)
}

/** A trial's next samples that are more likely needed than not, each with how likely. */
function needed(
  { trial, decision, open }: Open,
  by: { readonly foresight: Foresight; readonly continuations: number },
): { readonly sample: PlannedSample; readonly need: number }[] {
  const needs = foreseenNeed(open, votesByIndex(trial.samples), { ...by, seed: `${trial.id}/${trial.samples.length}` })
  const until = needs.findIndex((need) => need < BAR)
  return beyondWanted({ trial, decision }, until < 0 ? needs.length : until).map((sample) => ({
    sample,
    need: needs[sample.index] ?? 0,
  }))
}

/** Beyond a gap too: what rules may not read yet tells all the same what they will. */
function votesByIndex(samples: OpenTrial['samples']): (Vote | undefined)[] {
  const votes: (Vote | undefined)[] = []
  for (const sample of samples) if (isCharged(sample.outcome)) votes[sample.index] = voteOf(sample)
  return votes
}

/** Lists the next samples of the trials, first planned first, up to the in-flight limit. */
export function planWithinWindow(
  trials: readonly { trial: Pick<OpenTrial, 'id' | 'asked' | 'seedBase'>; wanted: number }[],
  room: number,
): PlannedSample[] {
  const planned: PlannedSample[] = []
  for (const { trial, wanted } of trials) {
    const upTo = Math.min(wanted, MAX_BUDGET)
    for (let index = trial.asked; index < upTo && planned.length < room; index++) {
      planned.push({ trialId: trial.id, index, seed: trial.seedBase + index })
    }
    if (planned.length >= room) break
  }
  return planned
}
