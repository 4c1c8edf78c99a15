import { isSetMethod, methodKey, ranksQuestions, type SetMethodSpec } from '@cges-fleet/methods'
import {
  type EntityManager,
  finishRegrade,
  inTurns,
  keptAwake,
  type LockedEvaluation,
  type NewVerdict,
  recountDecided,
  selectSampleText,
  selectSet,
  selectTrialsToRegrade,
  selectVoteRules,
  type TrialToRegrade,
  writeRegraded,
} from '@cges-fleet/db'
import { certifiedMethods } from '../rounds/round-methods.js'
import { decideRankedSet } from '../rounds/ranked-sets.js'
import { regradeTrial, type RegradeRules, type RegradeSource } from './regrade-trial.js'

interface Regrading {
  readonly evaluation: LockedEvaluation
  readonly gradingVersion: number
  readonly rules: RegradeRules
}

/**
 * Regrades an ended evaluation, whole, in the round's transaction: its stored samples are read and decided by the
 * current grading version. Every row it writes is new; nothing is drawn.
 */
export async function runRegrade(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  gradingVersion: number,
): Promise<void> {
  const { kind, paper } = await selectVoteRules(tx, evaluation.teamId, evaluation.id)
  const certified = certifiedMethods(evaluation, evaluation.certified)
  const regrading = { evaluation, gradingVersion, rules: { kind, paper, methods: evaluation.methods, certified } }
  const setSpecs = evaluation.methods.filter(isSetMethod)
  const ofTrials = evaluation.methods.filter((spec) => !isSetMethod(spec)).map(methodKey)
  const replicates = new Set<number>()
  await forEachPage(tx, regrading, async (page) => {
    for (const { replicate } of page) replicates.add(replicate)
    await writePage(
      tx,
      regrading,
      page.map((trial) => withMethods(trial, ofTrials)),
    )
  })
  if (setSpecs.length > 0) await regradeSets(tx, regrading, setSpecs, replicates)
  await finishRegrade(tx, evaluation.id, gradingVersion)
  await recountDecided(tx, evaluation)
}

async function forEachPage(
  tx: EntityManager,
  { evaluation, gradingVersion }: Regrading,
  work: (page: readonly TrialToRegrade[]) => Promise<void>,
): Promise<void> {
  const samplesPerTrial = Math.max(...evaluation.methods.map(({ budget }) => budget))
  for (let ordinal = -1; ;) {
    const page = await selectTrialsToRegrade(tx, evaluation.id, { ordinal, gradingVersion, samplesPerTrial })
    if (page.length === 0) return
    await work(page)
    ordinal = page.at(-1)?.ordinal ?? ordinal
  }
}

function withMethods(trial: TrialToRegrade, keys: readonly string[]): TrialToRegrade {
  return { ...trial, verdicts: trial.verdicts.filter(({ methodKey: key }) => keys.includes(key)) }
}

async function writePage(
  tx: EntityManager,
  { evaluation, gradingVersion, rules }: Regrading,
  page: readonly TrialToRegrade[],
): Promise<void> {
  const regrade = regradingOf(tx)
  const regraded = await inTurns(page, (trial) => regradeTrial(rules, trial, regrade), regrade.between)
  await writeRegraded(tx, {
    evaluationId: evaluation.id,
    teamId: evaluation.teamId,
    gradingVersion,
    read: regraded.reduce((sum, { read }) => sum + read, 0),
    unreadable: regraded.reduce((sum, { unreadable }) => sum + unreadable, 0),
    samples: regraded.flatMap(({ samples }) => samples),
    grades: regraded.flatMap(({ grades }) => grades),
    verdicts: regraded.flatMap(({ verdicts }) => verdicts),
    flips: regraded.flatMap(({ flips }) => flips),
  })
}

function regradingOf(tx: EntityManager): Pick<RegradeSource, 'between' | 'textOf'> {
  return { between: keptAwake(tx), textOf: ({ trialId, index }) => selectSampleText(tx, trialId, index) }
}

/** Methods that decide whole sets need all samples regraded first. */
async function regradeSets(
  tx: EntityManager,
  regrading: Regrading,
  setSpecs: readonly SetMethodSpec[],
  replicates: ReadonlySet<number>,
): Promise<void> {
  const { evaluation, gradingVersion, rules } = regrading
  const verdicts = new Map<string, Map<string, NewVerdict>>()
  for (const spec of setSpecs) {
    for (const replicate of replicates) {
      const of = { methodKey: methodKey(spec), isRanked: ranksQuestions(spec), replicate, gradingVersion }
      const set = await selectSet(tx, evaluation.id, of)
      if (set === null) continue
      for (const [trialId, { key, standing }] of decideRankedSet(spec, set).standings) {
        if (standing.state === 'open') continue
        const { calls, answer: answerKey, score, reason } = standing
        const ofTrial = verdicts.get(trialId) ?? new Map<string, NewVerdict>()
        verdicts.set(trialId, ofTrial.set(key, { trialId, methodKey: key, calls, answerKey, score, reason }))
      }
    }
  }
  const keys = setSpecs.map(methodKey)
  const regrade = regradingOf(tx)
  await forEachPage(tx, regrading, async (page) => {
    const again = (trial: TrialToRegrade) =>
      regradeTrial(rules, withMethods(trial, keys), { ...regrade, sets: verdicts.get(trial.id) })
    const regraded = await inTurns(page, again, regrade.between)
    await writeRegraded(tx, {
      evaluationId: evaluation.id,
      teamId: evaluation.teamId,
      gradingVersion,
      read: 0,
      unreadable: 0,
      samples: [],
      grades: [],
      verdicts: regraded.flatMap((trial) => trial.verdicts),
      flips: regraded.flatMap((trial) => trial.flips.filter(({ method }) => method !== null)),
    })
  })
}
