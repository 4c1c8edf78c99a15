import { Benchmark, BenchmarkHead, BenchmarkList, BenchmarkView, Question } from '../schemas/benchmark.js'
import { importBenchmark, listBenchmarks } from './addresses.js'
import { MANY_MEMBERS, REFUSED, type Route } from './route.js'

export const ListBenchmarks = {
  at: listBenchmarks,
  summary: 'List benchmarks',
  scope: 'benchmarks:read',
  answers: { 200: { about: 'the newest revision of each', schema: BenchmarkList } },
} as const satisfies Route

/** The largest benchmark that may be sent as lines, in bytes. */
const BENCHMARK_BYTES = 64 * 1024 * 1024

const QuestionLine = Question.describe(
  'lines of JSON, each at most 1 MB and 64 MB in all: the first is the benchmark without "questions", each further one a question',
)

export const ImportBenchmark = {
  at: importBenchmark,
  summary: 'Import a benchmark',
  scope: 'benchmarks:write',
  body: Benchmark,
  lines: { first: BenchmarkHead, each: QuestionLine, bytes: BENCHMARK_BYTES },
  mostMembers: MANY_MEMBERS,
  answers: {
    201: { about: 'stored, or there already', schema: BenchmarkView },
    400: { problem: REFUSED },
    409: { problem: 'the team’s limit of stored bytes leaves no room' },
  },
} as const satisfies Route
