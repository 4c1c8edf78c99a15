import { readFileSync } from 'node:fs'
import { Benchmark } from '@cges-fleet/core'
import { QUESTIONS_FILE } from './start-vllm.js'

/** The questions kept out of the tiny model's training, as a benchmark: the first so many. */
export function counterQuestions(count: number): Benchmark {
  const lines = readFileSync(QUESTIONS_FILE, 'utf8').trim().split('\n').slice(0, count)
  return Benchmark.parse({
    name: 'counter',
    title: 'Counters modulo 10',
    answerKind: 'math',
    template: '{question}',
    questions: lines.map((line): unknown => JSON.parse(line)),
  })
}
