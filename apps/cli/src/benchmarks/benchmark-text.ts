import { type Benchmark, counted } from '@cges-fleet/core'
import type { Asking, ImportBenchmark } from '@cges-fleet/core/contract'
import { shortened } from '@cges-fleet/formats'

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
