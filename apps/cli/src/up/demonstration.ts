import { type Benchmark, type EvaluationSpecInput, TINY_BENCHMARK } from '@cges-fleet/core'
import { demoBenchmark } from '@cges-fleet/formats'
import { counterBenchmark } from '@cges-fleet/tiny-llama'
import type { Answers } from './start-fleet.js'

/** Everything of the paper's comparison that this version has. */
const COMPARISON = {
  name: 'Demonstration',
  seed: 1,
  methods: [
    'sc@1',
    'sc@16',
    'esc:window=4@16',
    'asc-beta@16',
    'cges:confidence=lns-arith,gamma=0.99@16',
    'cges:confidence=lns-geom,gamma=0.99@16',
  ],
}

/** As many questions as the tiny model answers sixteen times each in about half a minute. */
const TINY_QUESTIONS = 120

/** Returns the demonstration's evaluation: the tiny model's on its own questions, any other's on the simulator's. */
export function demonstration({ kind }: Answers): Omit<EvaluationSpecInput, 'pool'> {
  return kind === 'tiny'
    ? { ...COMPARISON, benchmark: TINY_BENCHMARK, questions: TINY_QUESTIONS }
    : { ...COMPARISON, benchmark: 'demo' }
}

/** Returns the questions that suit the source of answers here. */
export function questionsFor({ kind }: Answers): Benchmark {
  return kind === 'tiny' ? counterBenchmark() : demoBenchmark()
}
