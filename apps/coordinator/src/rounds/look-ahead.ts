import { isCharged, type Lookahead, voteOf } from '@cges-fleet/core'
import { inTurns, type LockedEvaluation, type OpenTrial, type PlannedSample } from '@cges-fleet/db'
import { foreseenNeed, type Foresight, foresightOf, MAX_BUDGET, type Vote } from '@cges-fleet/methods'
import type { KeyedMethod, TrialDecision } from './decide-trial.js'

/**
 * With `auto` a sample is asked for if it is more likely than not to be needed. A higher bar wastes less and leaves
 * more slots idle; a lower one gains little, since samples far from certain are rarely on the longest question.
 */
const BAR = 0.5
/** Before a deadline too none is asked for that is less likely to be needed. */
const LEAST_NEED = 0.1
/** How many continuations of a trial are drawn; the fewer, the more decisions they take in all. */
const CONTINUATIONS = { least: 16, most: 64, decisions: 4096 } as const

interface Decided {
  readonly trial: OpenTrial
  readonly decision: Pick<TrialDecision, 'wanted' | 'change' | 'verdicts'>
  readonly methods: readonly KeyedMethod[]
}

/** When an evaluation is wanted. */
export interface Deadline {
  /** Negative once it has passed. */
  readonly secondsLeft: number
  /** What a sample takes, on the long side. */
  readonly secondsPerSample: number
}

interface Asking {
  readonly lookahead: Lookahead
  readonly deadline: Deadline | null
  /** How many samples at most. */
  readonly room: number
  /** The samples of trials that tell what the evaluation's questions are like. */
  readonly learned: readonly OpenTrial['samples'][]
}

/** Returns whether samples of an evaluation may be asked for before it is certain that they are needed. */
export function mayLookAhead({ lookahead, secondsLeft }: Pick<LockedEvaluation, 'lookahead' | 'secondsLeft'>): boolean {
  return lookahead !== 'off' || secondsLeft !== null
}

/** Trials that are open, each with the methods that are. */
type Open = Decided & { readonly open: readonly KeyedMethod[] }

/**
 * Lists samples that will probably be needed, for slots that would otherwise be idle, beyond what each trial is certain
 * to need. With `auto` the likeliest come first, down to a bar; with a number of samples the trials with most before
 * them, each one in turn. A deadline goes first: of a question that could miss it with one sample after the other, so many
 * are drawn at once that even its whole budget would be in time, but for those hardly ever needed. Samples are drawn by their index and every rule reads them in that order, so no verdict
 * depends on how many there are. Pure; yields to the event loop, and awaits `between`.
 */
export async function lookAhead(
  decided: readonly Decided[],
  { lookahead, deadline, room, learned }: Asking,
  between?: () => Promise<void>,
): Promise<PlannedSample[]> {
  if (room <= 0 || (lookahead === 'off' && deadline === null)) return []
  const open = decided.filter(({ decision }) => decision.change.state === 'open').map(withOpenMethods)
  const likely =
    lookahead === 'auto' || deadline !== null
      ? await likeliest(open.filter(hasMore), { lookahead, deadline, room, learned }, between)
      : []
  if (likely.length > 0 || lookahead === 'auto' || lookahead === 'off') return likely
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
  return open.some(({ budget }) => budget > Math.max(trial.requested, decision.wanted))
}

/** A trial's next samples, up to the number given, within the budgets of its methods. */
function farther({ trial, decision, open }: Open, by: number): PlannedSample[] {
  const from = Math.max(decision.wanted, trial.samples.length)
  return beyondWanted({ trial, decision }, Math.max(0, ...open.map(({ budget }) => Math.min(budget, from + by))))
}

function beyondWanted({ trial, decision }: Pick<Decided, 'trial' | 'decision'>, wanted: number): PlannedSample[] {
  const requested = Math.max(trial.requested, decision.wanted)
  return planWithinWindow([{ trial: { ...trial, requested }, wanted }], Infinity)
}

async function likeliest(
  open: readonly Open[],
  { room, learned, ...how }: Asking,
  between?: () => Promise<void>,
): Promise<PlannedSample[]> {
  const foresight = foresightOf(learned.map((samples) => votesByIndex(samples).filter((vote) => vote !== undefined)))
  const rules = open.reduce((sum, each) => sum + each.open.length, 0)
  const { least, most, decisions } = CONTINUATIONS
  const continuations = Math.max(least, Math.min(most, Math.floor(decisions / Math.max(1, rules))))
  const needs = await inTurns(open, (each) => needed(each, { foresight, continuations, ...how }), between)
  return needs
    .flat()
    .toSorted((a, b) => b.need - a.need || a.sample.index - b.sample.index)
    .slice(0, room)
    .map(({ sample }) => sample)
}

/** How many samples of a trial must be drawn at once so that its open methods' largest budget is drawn in time. */
function atOnceFor({ trial, open }: Pick<Open, 'trial' | 'open'>, { secondsLeft, secondsPerSample }: Deadline): number {
  const left = Math.max(0, ...open.map(({ budget }) => budget - trial.samples.length))
  return Math.ceil(left / Math.max(1, Math.floor(secondsLeft / secondsPerSample)))
}

/** A trial's next samples that are likely enough to be needed, each with how likely. */
function needed(
  { trial, decision, open }: Open,
  by: Pick<Asking, 'lookahead' | 'deadline'> & { readonly foresight: Foresight; readonly continuations: number },
): { readonly sample: PlannedSample; readonly need: number }[] {
  const needs = foreseenNeed(open, votesByIndex(trial.samples), { ...by, seed: `${trial.id}/${trial.samples.length}` })
  const reach = (bar: number) =>
    needs.some((need) => need < bar) ? needs.findIndex((need) => need < bar) : needs.length
  const atOnce = by.deadline === null ? 1 : atOnceFor({ trial, open }, by.deadline)
  const likely = by.lookahead === 'auto' || atOnce > 1 ? reach(BAR) : 0
  const inTime = atOnce > 1 ? Math.min(reach(LEAST_NEED), trial.samples.length + atOnce) : 0
  return beyondWanted({ trial, decision }, Math.max(likely, inTime)).map((sample) => ({
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
  trials: readonly { trial: Pick<OpenTrial, 'id' | 'requested' | 'seedBase'>; wanted: number }[],
  room: number,
): PlannedSample[] {
  const planned: PlannedSample[] = []
  for (const { trial, wanted } of trials) {
    const upTo = Math.min(wanted, MAX_BUDGET)
    for (let index = trial.requested; index < upTo && planned.length < room; index++) {
      planned.push({ trialId: trial.id, index, seed: trial.seedBase + index })
    }
    if (planned.length >= room) break
  }
  return planned
}
