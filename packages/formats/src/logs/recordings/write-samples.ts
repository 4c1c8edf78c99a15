import type { EvaluationView } from '@cges-fleet/core'
import type { ExportedTrial } from '../export/exported-trial.js'
import type { Hash } from '../export/hash.js'
import { promptOf } from '../export/prompt-of.js'

/** Yields the lines of `samples.jsonl`: one a sample, without the reference answer or any grade. */
export function* sampleLines(view: EvaluationView, trial: ExportedTrial, sha256: Hash): Generator<string> {
  const prompt = promptOf(trial)
  const promptHash = prompt === null ? null : sha256(prompt)
  for (const sample of trial.samples) {
    const row = {
      run_id: view.id,
      question_id: trial.questionId,
      replicate: trial.replicate,
      ...(Object.keys(trial.places).length === 0 ? {} : { places: trial.places }),
      sample_index: sample.index,
      pool_key: view.pool.name,
      seed: sample.seed,
      prompt_hash: promptHash,
      response: sample.text,
      finish_reason: sample.finishReason,
      answer_raw: sample.answer,
      answer_class: sample.answerKey,
      answer_tier: sample.answerTier,
      extractor_version: sample.gradingVersion,
      signals: sample.signals ?? {},
      ...(sample.minima === null ? {} : { minima: sample.minima }),
      prompt_tokens: sample.promptTokens,
      completion_tokens: sample.completionTokens,
      engine: sample.engine,
      outcome: sample.outcome,
      attempt: sample.attempt,
      started_at: sample.startedAt,
      completed_at: sample.completedAt,
    }
    yield `${JSON.stringify(row)}\n`
  }
}

/**
 * Formats a question's line of `gold.jsonl`: its reference answer and the grade of every answer seen; once for all
 * replicates.
 */
export function goldLine({ replicate, questionId, question, choices, gold, goldKey, grades }: ExportedTrial): string {
  if (replicate > 0) return ''
  const row = {
    question_id: questionId,
    question,
    ...(choices === null ? {} : { choices }),
    answer: gold,
    answer_class: goldKey,
    grades,
  }
  return `${JSON.stringify(row)}\n`
}
