import type { Benchmark, EvaluationSpecInput } from '@cges-fleet/core'
import { POOL } from '../fleet/chaos-fleet.js'

const BENCHMARK = 'chaos'

/** Question `i`; the fake model finds each as hard as a hash of it says. */
export function chaosBenchmark(questions: number): Benchmark {
  return {
    name: BENCHMARK,
    title: 'Chaos',
    origin: 'generated',
    answerKind: 'text',
    template: '{question}',
    sampling: {},
    questions: Array.from({ length: questions }, (_, i) => ({
      id: `q-${i}`,
      question: `What is the answer to question ${i}?`,
      answer: '0',
    })),
  }
}

/** Evaluations of every shape: many methods on one stream, one alone, several replicates, and one that decides whole sets. */
export function shapesOf(seed: number): readonly EvaluationSpecInput[] {
  const shape = (methods: string[], questions: number, replicates: number) => ({
    benchmark: BENCHMARK,
    pool: POOL,
    seed,
    methods,
    questions,
    replicates,
  })
  return [
    shape(
      [
        'sc@6',
        'esc:window=2@6',
        'asc-beta@6',
        'cges:confidence=lns-arith,gamma=0.99@6',
        'cges:confidence=lns-geom,gamma=0.97@8',
      ],
      30,
      1,
    ),
    shape(['cges:confidence=lns-arith,gamma=0.99@12'], 40, 1),
    shape(['sc@3', 'asc-dirichlet@8'], 20, 2),
    shape(['dsc:easyRun=4,predictFrom=4@8', 'esc:window=3@6'], 20, 1),
  ]
}
