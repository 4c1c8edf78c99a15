import { readFileSync } from 'node:fs'
import { Benchmark } from '@cges-fleet/core'
import { cges } from '../cli/run-cges.js'
import type { TestFleet } from '../fleet/test-fleet.js'
import { IS_LOCAL_SERVER, QUESTIONS_FILE } from './start-vllm.js'

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

const ALL = 300

/** A benchmark `cges benchmark import` knows, or `counter`, which the project's own model was made for. */
const BENCHMARK = process.env['VLLM_BENCHMARK'] ?? (IS_LOCAL_SERVER ? 'counter' : 'gsm8k')

export const IS_COUNTER = BENCHMARK === 'counter'

/** Gives a fleet the questions of the suite and tells their benchmark's name. `VLLM_BENCHMARK_FILE` is read instead of the public dataset. */
export async function importQuestions(fleet: TestFleet): Promise<string> {
  if (IS_COUNTER) {
    await fleet.importBenchmark(counterQuestions(ALL))
    return BENCHMARK
  }
  const file = process.env['VLLM_BENCHMARK_FILE']
  const from = file === undefined ? [] : ['--from', file]
  const command = cges(['benchmark', 'import', BENCHMARK, ...from, '--api', fleet.api])
  if ((await command.code) !== 0) throw new Error(`cges benchmark import ${BENCHMARK}: ${command.err()}`)
  return BENCHMARK
}
