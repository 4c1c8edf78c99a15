import type { EvaluationView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatInstant } from '../format/format-instant'

export type Fact = readonly [name: string, value: string]

/** Lists what somebody needs to repeat an evaluation or to cite it. */
export function provenanceFacts(view: EvaluationView): Fact[] {
  const { benchmark, pool, sampling } = view
  return [
    ['Evaluation', view.id],
    ['Benchmark', `${benchmark.name} (${formatCount(benchmark.questions)} questions)`],
    ['Benchmark revision', benchmark.revision],
    ['Model', pool.model],
    ['Pool', pool.name],
    ['Answers', answersOf(view)],
    ['Replicates', `${view.replicates}`],
    ['Seed', `${view.seed}`],
    ['Temperature', `${sampling.temperature}`],
    ['Top-p', `${sampling.topP}`],
    ['Top-k', sampling.topK === 0 ? 'off' : `${sampling.topK}`],
    ['Min-p', `${sampling.minP}`],
    ['Repetition penalty', `${sampling.repetitionPenalty}`],
    ['Presence penalty', `${sampling.presencePenalty}`],
    ['Frequency penalty', `${sampling.frequencyPenalty}`],
    ['Largest answer', `${formatCount(sampling.maxTokens)} tokens`],
    ['Created', formatInstant(view.createdAt)],
    ['Finished', view.finishedAt === null ? '—' : formatInstant(view.finishedAt)],
    ['Verdicts’ SHA-256', view.digest ?? '— (once done)'],
  ]
}

function answersOf({ provenance, simulated }: EvaluationView): string {
  if (provenance === 'simulated') return 'from the built-in simulator'
  const recorded = provenance === 'recorded'
  if (simulated) return recorded ? 'recorded from the built-in simulator' : 'from the built-in simulator'
  return recorded ? 'recorded from the model' : 'from the model'
}
