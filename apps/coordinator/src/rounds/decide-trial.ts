import { isCharged, voteOf } from '@cges-fleet/core'
import type { NewStanding, NewVerdict, OpenTrial, ReadSample, TrialChange } from '@cges-fleet/db'
import {
  decide,
  type Decision,
  type SetMethodSpec,
  type StopReason,
  type TraceBar,
  type Vote,
} from '@cges-fleet/methods'

/** A method that decides a trial by itself, with its canonical key. */
export interface KeyedMethod {
  readonly key: string
  readonly budget: number
  readonly decide: (votes: readonly Vote[]) => Decision
  /** The posterior of all answers not seen; left out if the method has none. */
  readonly otherScore?: (votes: readonly Vote[]) => number | null
  /** Charged for these calls where that may be less than was generated; else null. */
  readonly tokens?: (votes: readonly Vote[]) => number | null
  /** Below which confidence it ends every trace after these; null while it may need them whole. */
  readonly endsBelow?: (votes: readonly Vote[]) => TraceBar | null
}

/** The standing of a method that decides whole sets on one trial of its set. */
export interface SetStanding {
  readonly key: string
  readonly spec: SetMethodSpec
  readonly standing:
    | {
        readonly state: 'stopped'
        readonly calls: number
        readonly answer: string | null
        readonly score: number | null
        readonly reason: StopReason
      }
    /** `stalled`: a question of the set that could not be drawn holds up the others. */
    | { readonly state: 'open'; readonly until: number; readonly stalled: boolean }
}

export interface TrialDecision {
  readonly change: TrialChange
  readonly verdicts: readonly NewVerdict[]
  readonly standings: readonly NewStanding[]
  /** How many samples the trial certainly needs: every index below it is requested. */
  readonly wanted: number
}

interface MethodDecision {
  readonly verdict: NewVerdict | null
  readonly standing: NewStanding | null
  readonly until: number
}

/**
 * Decides one trial for every method that has no verdict yet. Pure: the same samples give the same decision, now and in
 * a replay, and no reference answer is in sight. `auditTo`: the samples it is drawn on to whatever the methods need; it
 * stays open until it has them, or until one cannot be drawn.
 */
export function decideTrial(
  methods: readonly KeyedMethod[],
  trial: OpenTrial,
  sets: readonly SetStanding[] = [],
  auditTo = 0,
): TrialDecision {
  const prefix = contiguousPrefix(trial.samples)
  const isOpen = (key: string) => !trial.decided.includes(key)
  const decisions = [
    ...methods.filter(({ key }) => isOpen(key)).map((method) => byTrial(method, trial, prefix)),
    ...sets.filter(({ key }) => isOpen(key)).map((set) => bySet(set, trial, prefix)),
  ]
  const standings = decisions.flatMap(({ standing }) => standing ?? [])
  const drawsOn = prefix.votes.length < auditTo && !prefix.blocked
  const state = stateOf(standings, drawsOn)
  const wanted = state === 'open' ? Math.max(drawsOn ? auditTo : 0, ...decisions.map(({ until }) => until)) : 0
  const readUpTo = prefix.votes.length
  const parked = state === 'open' && wanted <= trial.requested && trial.requested === trial.samples.length
  return {
    change: { id: trial.id, readUpTo, state, parked },
    verdicts: decisions.flatMap(({ verdict }) => verdict ?? []),
    standings: readUpTo > 0 || state === 'blocked' ? standings : [],
    wanted,
  }
}

function stateOf(standings: readonly NewStanding[], drawsOn: boolean): TrialChange['state'] {
  if (standings.length === 0) return drawsOn ? 'open' : 'closed'
  return standings.every(({ blocked }) => blocked) ? 'blocked' : 'open'
}

function byTrial(
  { key, decide, otherScore, tokens }: KeyedMethod,
  trial: OpenTrial,
  { votes, blocked }: Prefix,
): MethodDecision {
  const decision = decide(votes)
  const common = { trialId: trial.id, methodKey: key, score: decision.score }
  if (decision.state === 'stopped') {
    const { calls, answer: answerKey, reason } = decision
    const charged = votes.slice(0, calls)
    const more = { otherScore: otherScore?.(charged) ?? null, tokens: tokens?.(charged) ?? null }
    return { verdict: { ...common, calls, answerKey, reason, ...more }, standing: null, until: 0 }
  }
  const standing = { ...common, readUpTo: votes.length, leader: decision.leader, blocked }
  return { verdict: null, standing, until: decision.until }
}

function bySet({ key, spec, standing }: SetStanding, trial: OpenTrial, { votes, blocked }: Prefix): MethodDecision {
  if (standing.state === 'stopped') {
    const { calls, answer: answerKey, score, reason } = standing
    return { verdict: { trialId: trial.id, methodKey: key, calls, answerKey, score, reason }, standing: null, until: 0 }
  }
  const plurality = decide({ method: 'sc', budget: spec.budget }, votes)
  return {
    verdict: null,
    standing: {
      trialId: trial.id,
      methodKey: key,
      readUpTo: votes.length,
      leader: plurality.state === 'open' ? plurality.leader : plurality.answer,
      score: plurality.score,
      blocked: blocked || standing.stalled,
    },
    until: standing.until,
  }
}

interface Prefix {
  /** What methods may see: the samples from index 0 up to the first gap, in index order. */
  readonly votes: readonly Vote[]
  /** The next sample could not be drawn: no method can continue past it. */
  readonly blocked: boolean
}

/** Cuts a trial's read samples at the first gap, so that the order of arrival changes nothing. */
export function contiguousPrefix(samples: readonly ReadSample[]): Prefix {
  const votes: Vote[] = []
  for (const sample of samples) {
    if (sample.index !== votes.length) break
    if (!isCharged(sample.outcome)) return { votes, blocked: true }
    votes.push(voteOf(sample))
  }
  return { votes, blocked: false }
}
