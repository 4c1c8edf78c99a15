import type { DataDescription } from '../export/data-description.js'
import type { ExportedTrial } from '../export/exported-trial.js'
import { ownSamples } from '../export/own-samples.js'

/**
 * Formats the line of NeMo Evaluator's `results.jsonl` for one trial as one method decided it; nothing if it has not.
 * Its metadata hold every sample of the trial, so that all methods can be decided on them again.
 */
export function nemoResultLine(trial: ExportedTrial, methodKey: string, description: DataDescription): string {
  const verdict = trial.verdicts.find((each) => each.methodKey === methodKey)
  if (verdict === undefined) return ''
  const { calls, answerKey, correct, reason, score } = verdict
  const used = trial.samples.slice(0, calls)
  const shown = used.find((sample) => sample.answerKey !== null && sample.answerKey === answerKey) ?? used[0]
  const row = {
    problem_idx: trial.position,
    reward: correct ? 1 : 0,
    repeat: trial.replicate,
    expected_answer: trial.gold,
    model_response: shown?.text ?? null,
    extracted_answer: answerKey,
    metadata: {
      question_id: trial.questionId,
      question: trial.question,
      ...(trial.choices === null ? {} : { choices: trial.choices }),
      cges: description,
      samples: ownSamples(trial),
      places: trial.places,
    },
    scoring_details: { method: methodKey, calls, reason, score },
  }
  return `${JSON.stringify(row)}\n`
}
