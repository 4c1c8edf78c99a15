import { answerKey, gradeAnswer, findAnswer, voteKey, type VoteRules } from '@cges-fleet/answers'
import { type GradedAnswer } from '@cges-fleet/core'
import {
  decide,
  isSetMethod,
  isTrialMethod,
  type MethodSpec,
  methodKey,
  otherScore,
  cutTokens,
  readableVotes,
  type Vote,
} from '@cges-fleet/methods'
import {
  inTurns,
  type NewFlip,
  type NewVerdict,
  type RegradedSample,
  type RegradedTrials,
  type StoredSample,
  type StoredVerdict,
  type TrialToRegrade,
} from '@cges-fleet/db'
import type { CertifiedMethods } from '../rounds/round-methods.js'
import { contiguousPrefix } from '../rounds/decide-trial.js'

export interface RegradeRules extends VoteRules {
  readonly methods: readonly MethodSpec[]
  readonly certified: CertifiedMethods
}

export type RegradedTrial = Omit<RegradedTrials, 'evaluationId' | 'teamId' | 'gradingVersion'>

/** What regrading a trial needs besides the trial. */
export interface RegradeSource {
  readonly sets?: SetVerdicts | undefined
  /** Awaited between two steps. */
  readonly between: () => Promise<void>
  /** Loads a text that was left out when its trial was loaded. */
  readonly textOf: (sample: { readonly trialId: string; readonly index: number }) => Promise<string | null>
}

/** A sample read again, without its text. */
type ReadSample = Omit<StoredSample, 'text'>

/** Verdicts on a trial by methods that decide whole sets: by method key. */
export type SetVerdicts = ReadonlyMap<string, NewVerdict>

/**
 * Reads a trial's stored samples again and decides every method that had a verdict on them; no call is made. Yields to
 * the event loop, and awaits `between`.
 */
export async function regradeTrial(
  rules: RegradeRules,
  trial: TrialToRegrade,
  { sets = new Map(), between, textOf }: RegradeSource,
): Promise<RegradedTrial> {
  const again = async (sample: StoredSample) => {
    if (!trial.textsApart || sample.text === null) return answerAgain(rules, trial, sample)
    return answerAgain(rules, trial, { ...sample, text: await textOf({ trialId: trial.id, index: sample.index }) })
  }
  const samples = await inTurns(trial.samples, again, between)
  const correct = await gradesOf(rules, trial, samples, between)
  const { votes } = contiguousPrefix(samples)
  const verdicts = trial.verdicts.map(({ methodKey: key }) => decidedAgain(rules, { trial, votes, sets }, key))
  return {
    read: trial.samples.length,
    unreadable: trial.samples.filter(isUnreadable).length,
    samples: samples.filter((sample, at) => differs(sample, trial.samples[at])).map((sample) => rowOf(trial, sample)),
    grades: [...correct].map(([key, right]) => ({ position: trial.position, answerKey: key, correct: right })),
    verdicts,
    flips: [
      ...trial.samples.flatMap((before, at) => sampleFlip(trial, [before, samples[at] ?? before], correct)),
      ...trial.verdicts.flatMap((before, at) => verdictFlip(trial, { before, after: verdicts[at], samples, correct })),
    ],
  }
}

/** A trial with the votes that its samples give now. */
interface RereadTrial {
  readonly trial: TrialToRegrade
  readonly votes: readonly Vote[]
  readonly sets: SetVerdicts
}

/** The decision of a method with a verdict, on the samples read again. */
function decidedAgain(rules: RegradeRules, { trial, votes, sets }: RereadTrial, key: string): NewVerdict {
  const spec = rules.methods.find((method) => methodKey(method) === key)
  const common = { trialId: trial.id, methodKey: key }
  const undecided = { ...common, calls: Math.max(1, votes.length), answerKey: null, score: null, reason: 'undecided' }
  if (spec === undefined || isSetMethod(spec)) return sets.get(key) ?? undecided
  const decision = isTrialMethod(spec)
    ? decide(spec, votes)
    : rules
        .certified(trial)
        .find((method) => method.key === key)
        ?.decide(readableVotes(spec, votes))
  if (decision === undefined || decision.state === 'open') return undecided
  const { calls, answer, score, reason } = decision
  const charged = votes.slice(0, calls)
  const tokens = isTrialMethod(spec) ? cutTokens(spec, charged) : null
  return { ...common, calls, answerKey: answer, score, reason, otherScore: otherScore(spec, charged), tokens }
}

/** Responses that finished are read again; truncated, refused and missing ones stay as they were. */
function answerAgain(
  { kind, paper }: RegradeRules,
  trial: TrialToRegrade,
  { text, ...sample }: StoredSample,
): ReadSample {
  if ((sample.outcome !== 'answer' && sample.outcome !== 'no_answer') || text === null) return sample
  const read = findAnswer(kind, text, trial.choices ?? undefined)
  if (read === null) return { ...sample, outcome: 'no_answer', rawAnswer: null, answerKey: null, answerTier: null }
  const { answer, tier } = read
  const key = voteKey({ kind, paper }, answer)
  return { ...sample, outcome: 'answer', rawAnswer: answer, answerKey: key, answerTier: tier }
}

function isUnreadable({ outcome, text }: StoredSample): boolean {
  return outcome === 'answer' && text === null
}

/** The only place that looks at the reference answer, once per distinct answer. */
async function gradesOf(
  { kind }: RegradeRules,
  trial: TrialToRegrade,
  samples: readonly ReadSample[],
  between: () => Promise<void>,
): Promise<Map<string, boolean>> {
  const gold = answerKey(kind, trial.gold)
  const answers = new Map<string, string>()
  for (const { answerKey: key, rawAnswer } of samples) {
    if (key !== null && !answers.has(key)) answers.set(key, rawAnswer ?? key)
  }
  const grade = ([key, answer]: readonly [string, string]) => [key, gradeAnswer(answerKey(kind, answer), gold)] as const
  return new Map(await inTurns(answers, grade, between))
}

function differs(after: ReadSample, before: StoredSample | undefined): boolean {
  if (after.answerKey !== before?.answerKey || after.outcome !== before.outcome) return true
  return after.answerTier !== before.answerTier
}

function rowOf({ id: trialId }: TrialToRegrade, { index, outcome, ...read }: ReadSample): RegradedSample {
  const { rawAnswer, answerKey: key, answerTier } = read
  return {
    trialId,
    index,
    outcome: outcome === 'answer' ? outcome : 'no_answer',
    rawAnswer,
    answerKey: key,
    answerTier,
  }
}

/** A sample flips if it gains or loses an answer, or turns right or wrong; a respelled key does not count. */
function sampleFlip(
  { id, right }: TrialToRegrade,
  [before, after]: readonly [ReadSample, ReadSample],
  correct: ReadonlyMap<string, boolean>,
): NewFlip[] {
  const was = graded(before.answerKey, before.outcome, right.includes(before.answerKey ?? ''))
  const is = graded(after.answerKey, after.outcome, correct.get(after.answerKey ?? '') ?? false)
  const flipped = was.reason !== is.reason || was.correct !== is.correct
  return flipped ? [{ trialId: id, sample: before.index, method: null, before: was, after: is }] : []
}

function graded(answer: string | null, reason: string, right: boolean): GradedAnswer {
  return { answer, correct: answer !== null && right, calls: null, reason }
}

interface VerdictPair {
  readonly before: StoredVerdict
  readonly after: NewVerdict | undefined
  readonly samples: readonly ReadSample[]
  readonly correct: ReadonlyMap<string, boolean>
}

function verdictFlip(trial: TrialToRegrade, { before, after, samples, correct }: VerdictPair): NewFlip[] {
  if (after === undefined) return []
  const { methodKey: method, ...was } = before
  const { answerKey: answer, calls, reason } = after
  const is = { answer, correct: answer !== null && (correct.get(answer) ?? false), calls, reason }
  const sameAnswer =
    was.answer === answer ||
    trial.samples.some((sample, at) => sample.answerKey === was.answer && samples[at]?.answerKey === answer)
  const same = sameAnswer && was.calls === calls && was.reason === reason && was.correct === is.correct
  return same ? [] : [{ trialId: trial.id, sample: null, method, before: was, after: is }]
}
