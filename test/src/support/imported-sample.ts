import type { ImportedSample } from '@cges-fleet/core'

/** An answer of a log as it is sent, with nothing told of it that is not given. */
export function importedSample(
  questionId: string,
  index: number,
  changes: Partial<ImportedSample> = {},
): Omit<ImportedSample, 'answerTier'> {
  return {
    questionId,
    index,
    outcome: 'answer',
    answer: '1',
    text: null,
    signals: null,
    finishReason: null,
    promptTokens: null,
    completionTokens: null,
    seed: null,
    error: null,
    ...changes,
  }
}
