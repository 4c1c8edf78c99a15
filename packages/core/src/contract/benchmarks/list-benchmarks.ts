import { BenchmarkList } from '../../schemas/benchmark.js'
import { listBenchmarks } from '../addresses.js'
import type { Route } from '../route.js'

export const ListBenchmarks = {
  at: listBenchmarks,
  summary: 'List benchmarks',
  scope: 'benchmarks:read',
  answers: { 200: { about: 'the newest revision of each', schema: BenchmarkList } },
} as const satisfies Route
