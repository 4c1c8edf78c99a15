import { counted, type LogFormat } from '@cges-fleet/core'
import type { LogEntry } from '@cges-fleet/formats'
import { shortened } from '../benchmarks/question-lines.js'

const SHOWN = 3

/** Shows how a log's first rows were read, to be looked at before anything is made of them. */
export function rowLines(rows: readonly LogEntry[], format: LogFormat): string[] {
  const shown = rows.slice(0, SHOWN)
  return [`read as ${format}; the first ${shown.length} rows:`, ...shown.map(rowLine)]
}

function rowLine({ question, samples }: LogEntry): string {
  const { id, question: asked, answer } = question
  const [first] = samples
  const parts = [
    ...(asked === null ? [] : [shortened(asked)]),
    answer === null ? 'no reference answer' : `reference ${shortened(answer)}`,
    counted(samples.length, 'sample'),
    ...(first?.text == null ? [] : [`text ${shortened(first.text)}`]),
    ...(first?.answer == null ? [] : [`answer ${shortened(first.answer)}`]),
    ...(first?.grade == null ? [] : [`grade ${first.grade}`]),
  ]
  return `  ${id}: ${parts.join(', ')}`
}
