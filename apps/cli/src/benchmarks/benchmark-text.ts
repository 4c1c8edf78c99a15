import { type Benchmark, type BenchmarkView, counted } from '@cges-fleet/core'
import type { Asking, ImportBenchmark } from '@cges-fleet/core/contract'
import { shortened } from '@cges-fleet/formats'
import { columnsBefore } from '../shell/format.js'

/**
 * Splits a benchmark into lines to send: its head, then one question a line, so that only the API bounds its length.
 */
export function benchmarkLines({ questions, ...head }: Benchmark): Asking<typeof ImportBenchmark> {
  return { lines: [head, ...questions] }
}

const SHOWN = 3

/** Shows how a benchmark's first questions were read, to be looked at before they are used. */
export function questionLines({ questions, answerKind }: Pick<Benchmark, 'questions' | 'answerKind'>): string[] {
  return [
    `read ${counted(questions.length, 'question')} of kind ${answerKind}; the first ${Math.min(SHOWN, questions.length)}:`,
    ...questions.slice(0, SHOWN).map(({ id, question, answer, choices }) => {
      const offered = choices === undefined ? '' : ` (${counted(choices.length, 'choice')})`
      return `  ${id}: ${shortened(question)}${offered} → ${shortened(answer)}`
    }),
  ]
}

/** Formats a team's benchmarks for people: the names that evaluations use, what is asked, and since when. */
export function benchmarkListText(benchmarks: readonly BenchmarkView[]): string[] {
  if (benchmarks.length === 0)
    return ['No benchmarks yet. Import one: cges benchmark import gsm8k; cges list names more.']
  const rows = benchmarks.map(({ name, questions, answerKind, createdAt }) => [
    name,
    questions.toLocaleString('en-US'),
    answerKind,
    createdAt.slice(0, 10),
  ])
  const titles = ['title', ...benchmarks.map(titleOf)]
  return columnsBefore([['benchmark', 'questions', 'answers', 'imported'], ...rows], titles)
}

function titleOf({ title, origin }: BenchmarkView): string {
  return origin === 'generated' && !title.endsWith('(generated)') ? `${title} (generated)` : title
}
