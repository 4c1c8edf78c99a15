import { seededRandom } from '@cges-fleet/methods'
import { z } from 'zod'
import type { Batch, Draw } from '../batch.js'
import { loadQuestions } from '../counter-benchmark.js'
import { openTinyLlama } from '../open-tiny-llama.js'
import { packageJson } from '../package-file.js'
import { chatPrompt } from '../tokenizer.js'

const Reference = z.array(
  z.object({
    text: z.string(),
    ids: z.array(z.int()),
    /** Of the logits at each place, the logarithm of the sum of exponentials. */
    sums: z.array(z.number()),
    /** At the last place: the five greatest, and some others. */
    logits: z.record(z.string(), z.number()),
    /** The greedy continuation. */
    greedy: z.array(z.int()).optional(),
  }),
)

/** Loads what transformers computes for some prompts with the same files (`training/reference.py`). */
export function loadReference(): z.infer<typeof Reference> {
  return Reference.parse(packageJson('golden/reference.json'))
}

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
