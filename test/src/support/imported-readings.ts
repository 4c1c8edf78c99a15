import type { AnswerTier } from '@cges-fleet/answers'
import type { ImportedSample } from '@cges-fleet/core'

/** Samples read by one tier, so many right and so many wrong; or samples without an answer. */
export type Readings =
  | { readonly tier: AnswerTier | null; readonly right?: number; readonly wrong?: number }
  | { readonly none: number }

interface One {
  readonly tier: AnswerTier | null
  /** Null if there is no answer. */
  readonly right: boolean | null
}

const SAMPLES_EACH = 4

/** Samples of a log read in the ways given, in that order, four to a question that is answered with its own number. */
export function importedReadings(readings: readonly Readings[]): ImportedSample[] {
  const each = readings.flatMap((of): One[] => {
    if ('none' in of) return times(of.none, { tier: null, right: null })
    return [
      ...times(of.right ?? 0, { tier: of.tier, right: true }),
      ...times(of.wrong ?? 0, { tier: of.tier, right: false }),
    ]
  })
  return each.map(({ tier, right }, place) => {
    const question = Math.floor(place / SAMPLES_EACH)
    return {
      questionId: `q-${question}`,
      index: place % SAMPLES_EACH,
      outcome: right === null ? 'no_answer' : 'answer',
      answer: right === null ? null : right ? `${question}` : 'wrong',
      answerTier: tier,
      text: null,
      signals: null,
      finishReason: 'stop',
      promptTokens: 1,
      completionTokens: 2,
      seed: null,
      error: null,
    }
  })
}

function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}
