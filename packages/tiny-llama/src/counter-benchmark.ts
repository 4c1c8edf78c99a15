import { type Benchmark, Question, TINY_BENCHMARK } from '@cges-fleet/core'
import { packageFile } from './package-file.js'

/** The name the model is served under. */
export const TINY_MODEL = 'tiny-counter'

/**
 * Builds the benchmark the model was trained for: the state of a counter modulo 10 after two to ten turns. The prompt
 * is the question alone, as in training.
 */
export function counterBenchmark(): Benchmark {
  return {
    name: TINY_BENCHMARK,
    title: 'Counter (generated)',
    origin: 'generated',
    answerKind: 'math',
    template: '{question}',
    sampling: { maxTokens: 128 },
    questions: loadQuestions(),
  }
}

/** Loads the 300 questions that the model was not trained on, with answers computed by the program that wrote them. */
export function loadQuestions(): Question[] {
  const lines = new TextDecoder().decode(packageFile('questions.jsonl')).trim().split('\n')
  return lines.map((line) => Question.parse(JSON.parse(line)))
}
