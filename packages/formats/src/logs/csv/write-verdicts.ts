import type { DataDescription } from '../export/data-description.js'
import type { ExportedTrial } from '../export/exported-trial.js'
import { csvLine } from './csv-line.js'

const HEAD = [
  'question_id',
  'replicate',
  'method',
  'calls',
  'answer',
  'gold',
  'correct',
  'reason',
  'score',
  'other_score',
  'samples',
  'without_answer',
  'kind',
  'grading_version',
  'seed',
  'order',
  'digest',
  'provenance',
  'status',
  'tokens',
]

/** The first line of `verdicts.csv`. */
export function verdictsHead(): string {
  return csvLine(HEAD)
}

/** One line a method: what it decided on the trial, and for how many calls. */
export function verdictLines(trial: ExportedTrial, { kind, gradingVersion, ...data }: DataDescription): string {
  const { questionId, replicate, goldKey, samples, verdicts } = trial
  const withoutAnswer = samples.filter(({ outcome }) => outcome !== 'answer').length
  return verdicts
    .map(({ methodKey, calls, answerKey, correct, reason, score, otherScore, tokens }) =>
      csvLine([
        questionId,
        replicate,
        methodKey,
        calls,
        answerKey,
        goldKey,
        correct,
        reason,
        score,
        otherScore,
        samples.length,
        withoutAnswer,
        kind,
        gradingVersion,
        data.seed,
        data.order,
        data.digest,
        data.provenance,
        data.status,
        tokens ?? tokensOf(trial, calls),
      ]),
    )
    .join('')
}

/** Generated in the calls charged; null if that is not known of each. */
function tokensOf({ samples }: ExportedTrial, calls: number): number | null {
  const known = samples.slice(0, calls).flatMap(({ completionTokens }) => completionTokens ?? [])
  return known.length < calls ? null : known.reduce((sum, each) => sum + each, 0)
}
