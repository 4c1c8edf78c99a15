import { RIGHT } from './draw-answer.js'
import { drawReplicate } from './draw-replicate.js'
import { BENCHMARK_FACTS, type PaperBenchmark } from './paper-benchmark.js'
import { loadProfile } from './paper-profile.js'

/** Digits that a confidence is written with. */
const DIGITS = 6

/**
 * One simulated run over a benchmark as lines of a recording, for replaying rules that the paper does not have: each question
 * with its 16 samples, every signal's confidence and its place in the true order of difficulty. No text says anything, and the
 * right answer of each is the same. Fewer `questions` than the benchmark has are as stratified as all of them.
 */
export function simulatedRecording(benchmark: PaperBenchmark, questions?: number): string[] {
  const { title } = BENCHMARK_FACTS[benchmark]
  const { pools, order } = drawReplicate(loadProfile(benchmark), 0, questions)
  const places = new Map(order?.map((question, place) => [question, place]))
  return pools.map((pool, place) =>
    JSON.stringify({
      question_id: `simulated-${benchmark}-${place}`,
      question: `A question of ${title}, simulated.`,
      answer: RIGHT,
      model: 'simulated',
      difficulty: places.get(place),
      samples: pool.map(({ answer, confidences }) => ({
        answer,
        confidence: Object.fromEntries(
          Object.entries(confidences).map(([signal, value]) => [signal, Number(value.toFixed(DIGITS))]),
        ),
      })),
    }),
  )
}
