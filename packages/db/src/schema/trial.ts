import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/** One question in one replicate: its samples are shared by all methods. */
export interface Trial {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  /** Its position in the order in which trials are opened. */
  readonly ordinal: number
  readonly replicate: number
  readonly position: number
  readonly questionId: string
  /** The base of its samples' seeds: sample i is seeded by this and i. */
  readonly seedBase: string
  readonly state: 'open' | 'closed' | 'blocked'
  /** Samples planned so far. */
  readonly requested: number
  /** Samples a round has read. */
  readonly read: number
  /** The contiguous prefix of those. */
  readonly readUpTo: number
  /** Parked: waits for its set's decision and requests no samples meanwhile. */
  readonly parked: boolean
  readonly retrying: boolean
  /** Its samples read that have a text, and how many of these texts are distinct. */
  readonly texts: number
  readonly distinctTexts: number
}

export const TrialEntity = entity<Trial>({
  name: 'trial',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    ordinal: { type: 'int' },
    replicate: { type: 'int' },
    position: { type: 'int' },
    questionId: { type: 'text' },
    seedBase: { type: 'bigint' },
    state: { type: 'text', default: 'open' },
    requested: { type: 'int', default: 0 },
    read: { type: 'int', default: 0 },
    readUpTo: { type: 'int', default: 0 },
    parked: { type: 'boolean', default: false },
    retrying: { type: 'boolean', default: false },
    texts: { type: 'int', default: 0 },
    distinctTexts: { type: 'int', default: 0 },
  },
  uniques: [{ columns: ['evaluationId', 'ordinal'] }, { columns: ['teamId', 'id'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: '0 <= distinct_texts AND distinct_texts <= texts' },
    { expression: '0 <= read_up_to AND read_up_to <= read AND read <= requested AND requested <= 1024' },
    { expression: "state IN ('open', 'closed', 'blocked')" },
  ],
})

/** The standing of an undecided method on a trial; its verdict replaces it. */
export interface Standing {
  readonly trialId: string
  readonly methodKey: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly readUpTo: number
  readonly leader: string | null
  readonly score: number | null
  readonly blocked: boolean
}

export const StandingEntity = entity<Standing>({
  name: 'standing',
  columns: {
    trialId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    readUpTo: { type: 'int' },
    leader: { type: 'text', nullable: true },
    score: { type: 'double precision', nullable: true },
    blocked: { type: 'boolean', default: false },
  },
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
})

/** A method's decision on a trial: written once, never changed. */
export interface Verdict {
  readonly trialId: string
  readonly methodKey: string
  readonly gradingVersion: number
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  readonly reason: string
  readonly decidedAt: Date
  /** The posterior mass of all unseen answers, if the method has one. */
  readonly otherScore: number | null
  /** The tokens charged for its calls; null if all tokens generated in them are charged. */
  readonly tokens: string | null
}

export const VerdictEntity = entity<Verdict>({
  name: 'verdict',
  columns: {
    trialId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    gradingVersion: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    calls: { type: 'int' },
    answerKey: { type: 'text', nullable: true },
    score: { type: 'double precision', nullable: true },
    reason: { type: 'text' },
    decidedAt: { type: 'timestamptz', default: () => 'now()' },
    otherScore: { type: 'double precision', nullable: true },
    tokens: { type: 'bigint', nullable: true },
  },
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
  checks: [{ expression: 'calls > 0' }],
})

/** Verdicts of a method by their number of calls: totals, spread and survival in one small table. */
export interface MethodCalls {
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  readonly gradingVersion: number
  /** The tokens generated in the calls charged, over verdicts for which every call's tokens are known. */
  readonly tokens: string
  /** The number of those verdicts. */
  readonly tokensKnown: number
}

export const MethodCallsEntity = entity<MethodCalls>({
  name: 'method_calls',
  columns: {
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid', primary: true },
    gradingVersion: { type: 'int', primary: true, default: 0 },
    methodKey: { type: 'text', primary: true },
    calls: { type: 'int', primary: true },
    resolved: { type: 'int' },
    correct: { type: 'int' },
    tokens: { type: 'bigint', default: 0 },
    tokensKnown: { type: 'int', default: 0 },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

/** Like `method_calls`, but for the closed prefix only, with paired differences; shown while it runs. */
export interface LiveCounts {
  readonly evaluationId: string
  readonly methodKey: string
  readonly calls: number
  readonly teamId: TeamId
  readonly resolved: number
  readonly correct: number
  readonly paired: number
  readonly wins: number
  readonly losses: number
}

export const LiveCountsEntity = entity<LiveCounts>({
  name: 'live_figures',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    calls: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    resolved: { type: 'int' },
    correct: { type: 'int' },
    paired: { type: 'int' },
    wins: { type: 'int' },
    losses: { type: 'int' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

/**
 * How the trials of the closed prefix of an evaluation that may end early went: a character for each of its methods, `1`
 * right, `0` wrong, `2` no verdict.
 */
export interface PrefixOutcome {
  readonly evaluationId: string
  readonly outcomes: string
  readonly teamId: TeamId
  readonly trials: number
}

export const PrefixOutcomeEntity = entity<PrefixOutcome>({
  name: 'prefix_outcome',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    outcomes: { type: 'text', primary: true },
    teamId: { type: 'uuid' },
    trials: { type: 'int' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})
