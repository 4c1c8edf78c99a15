import { createHash } from 'node:crypto'
import { decide, isTrialMethod, methodKey, type Vote } from '@cges-fleet/methods'
import { isCharged } from './model-database.js'
import type { EvaluationRow, TrialRow } from './model-tables.js'
import { answerTo, type World } from './world.js'

/** What a trial comes to if nothing ever goes wrong, found without any of the code that plans. */
function expectedOf({ seedBase, evaluation }: TrialRow) {
  const most = Math.max(...evaluation.methods.map(({ budget }) => budget))
  const votes: Vote[] = []
  for (let index = 0; index < most; index += 1) {
    const drawn = answerTo(seedBase + index)
    if (!isCharged(drawn)) break
    votes.push({ answer: drawn.outcome === 'answer' ? drawn.answerKey : null, confidences: drawn.signals ?? {} })
  }
  return evaluation.methods.filter(isTrialMethod).flatMap((spec) => {
    const decision = decide(spec, votes)
    if (decision.state === 'open') return []
    return [{ key: methodKey(spec), calls: decision.calls, answer: decision.answer, reason: decision.reason }]
  })
}

function expectedDigest(trials: readonly TrialRow[]): string {
  const lines = trials.flatMap((trial) =>
    expectedOf(trial).map(({ key, calls, answer, reason }) =>
      JSON.stringify([trial.ordinal, key, calls, answer, reason]),
    ),
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

/** What is wrong with a fleet's rows once everything has come to rest; empty if nothing is. */
export function findWrongs(world: World): string[] {
  const { db } = world
  return [...db.evaluations.values()].flatMap((evaluation) => [
    ...wrongsOfEnd(world, evaluation),
    ...wrongsOfCounts(world, evaluation),
    ...db.trialsOf(evaluation.id).flatMap((trial) => wrongsOfTrial(world, trial)),
  ])
}

function wrongsOfEnd(world: World, { id, status, digest }: EvaluationRow): string[] {
  const before = world.cancelled.get(id)
  if (before !== undefined) {
    if (status !== 'cancelled') return [`${id} was cancelled and is ${status}`]
    const now = world.extentOf(id)
    const isSame = now.planned === before.planned && now.verdicts === before.verdicts
    return isSame ? [] : [`${id} was cancelled and went on: ${JSON.stringify(before)} became ${JSON.stringify(now)}`]
  }
  if (status !== 'done') return [`${id} does not end: it is ${status}`]
  return digest === expectedDigest(world.db.trialsOf(id)) ? [] : [`${id} has another digest than undisturbed`]
}

function wrongsOfCounts({ db }: World, { id, samplesDrawn, attempts }: EvaluationRow): string[] {
  const trials = db.trialsOf(id)
  const read = trials.flatMap(({ samples }) => [...samples.values()]).filter(({ state }) => state === 'read')
  const drawn = read.filter(isCharged).length
  const made = trials
    .flatMap(({ calls, samples }) => calls.filter(({ index }) => samples.get(index)?.state === 'read'))
    .reduce((sum, { fence }) => sum + fence, 0)
  return [
    ...(samplesDrawn === drawn ? [] : [`${id} counts ${samplesDrawn} samples and has ${drawn}`]),
    ...(attempts === made ? [] : [`${id} counts ${attempts} attempts and made ${made}`]),
  ]
}

function wrongsOfTrial(
  { db }: World,
  { id, state, requested, calls, samples, verdicts, evaluation }: TrialRow,
): string[] {
  const wrongs: string[] = []
  if (calls.some(({ index }, at) => index !== at)) wrongs.push(`${id} has a gap in what it asked for`)
  for (const call of calls) {
    const isEnded = call.state === 'ended'
    for (let fence = 1; fence < call.fence + Number(isEnded); fence += 1) {
      if (db.ledgerOf({ callId: call.id, fence }) === undefined) wrongs.push(`attempt ${call.id}/${fence} has no entry`)
    }
    const isAbandoned = call.index >= requested
    if (isEnded !== (samples.has(call.index) || isAbandoned))
      wrongs.push(`${call.id} is ${call.state}, its sample is not`)
  }
  if (state === 'closed') {
    const charged = Math.max(0, ...[...verdicts.values()].map((verdict) => verdict.calls))
    const isRight = evaluation.lookahead === 'off' ? charged === calls.length : charged <= calls.length
    if (!isRight) wrongs.push(`${id} drew ${calls.length} and charges ${charged}`)
  }
  if (evaluation.status === 'done' && state === 'open') wrongs.push(`${id} is open in an evaluation that is done`)
  return wrongs
}
