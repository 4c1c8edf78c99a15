import { MAX_QUESTIONS, type Question } from '@cges-fleet/core'
import { ImportBenchmark } from '@cges-fleet/core/contract'
import type { BenchmarkSource } from '@cges-fleet/db'
import { type BodyLine, bodyLines, parseLine, sendsLines } from '../http/body-lines.js'
import type { HttpRequest } from '../http/http-request.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { schemaRefusal } from '../http/schema-refusal.js'

/**
 * Parses the benchmark a request sends: one JSON document, or lines, of which the first is the benchmark without its
 * questions and each other one a question, checked as it arrives.
 */
export async function benchmarkSource(request: HttpRequest): Promise<BenchmarkSource> {
  if (!sendsLines(request)) {
    const read = ImportBenchmark.body.safeParse(request.body)
    if (read.success) return read.data
    throw schemaRefusal(read.error.issues)
  }
  const lines = bodyLines(request)
  const first = await lines.next()
  if (first.done === true) throw new Refusal('invalid', 'The body is empty: its first line is the benchmark.')
  return { ...parseLine(first.value, ImportBenchmark.lines.first), questions: questionsOf(lines) }
}

async function* questionsOf(lines: AsyncIterable<BodyLine>): AsyncGenerator<Question> {
  let count = 0
  for await (const line of lines) {
    if (count === MAX_QUESTIONS)
      throw refuseField(
        `line ${line.number}`,
        `a benchmark has at most ${MAX_QUESTIONS.toLocaleString('en')} questions`,
      )
    count += 1
    yield parseLine(line, ImportBenchmark.lines.each)
  }
  if (count === 0) throw refuseField('questions', 'there is none: every line after the first is one')
}
