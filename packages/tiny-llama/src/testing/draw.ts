import { seededRandom } from '@cges-fleet/methods'
import type { Batch } from '../batch/batch.js'
import type { Draw } from '../batch/sequence.js'
import { openTinyLlama } from '../open-tiny-llama.js'
import { loadQuestions } from '../load-questions.js'
import { chatPrompt } from '../tokenizer/chat-prompt.js'

export const tiny = openTinyLlama()

export const questions = loadQuestions()

/** A draw like the demonstration's, of one question with one seed. */
export function drawOf(question: number, seed: number, changes: Partial<Draw> = {}): Draw {
  const content = questions[question]?.question ?? ''
  return {
    promptIds: tiny.tokenizer.encode(chatPrompt([{ role: 'user', content }])),
    sampling: { temperature: 0.7, topP: 0.95, topK: 0, minP: 0 },
    maxTokens: 80,
    alternatives: 0,
    random: seededRandom(`${question} ${seed}`).next,
    ...changes,
  }
}

/** Steps until all answers are whole. */
export function finish(batch: Batch): void {
  for (let steps = 0; !batch.isIdle; steps += 1) {
    if (steps > 10_000) throw new Error('the batch does not come to an end')
    batch.step()
  }
}
