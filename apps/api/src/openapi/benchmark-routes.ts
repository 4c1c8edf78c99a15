import { Benchmark, BenchmarkList, BenchmarkView, Question } from '@cges-fleet/core'
import { MANY_MEMBERS, refused, type Route } from './route.js'

/** What a benchmark may come to where it is sent as lines, in bytes. */
const BENCHMARK_BYTES = 64 * 1024 * 1024

const QuestionLine = Question.describe(
  'lines of JSON, each at most 1 MB and 64 MB in all: the first is the benchmark without "questions", each further one a question',
)

/** The questions a fleet evaluates on. */
export const BENCHMARK_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/benchmarks',
    summary: 'List benchmarks',
    policy: 'benchmarks:read',
    answers: {
      200: { about: 'the newest revision of each', schema: BenchmarkList },
    },
  },
  {
    method: 'post',
    path: '/v1/benchmarks',
    summary: 'Import a benchmark',
    policy: 'benchmarks:write',
    lines: { schema: QuestionLine, bytes: BENCHMARK_BYTES },
    mostMembers: MANY_MEMBERS,
    body: Benchmark,
    answers: {
      201: { about: 'stored, or there already', schema: BenchmarkView },
      400: refused,
      409: { ...refused, about: 'the team’s limit of stored bytes leaves no room' },
    },
  },
]
