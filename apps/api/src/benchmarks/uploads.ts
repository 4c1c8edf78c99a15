import { counted, issueText, MAX_QUESTIONS, type Question } from '@cges-fleet/core'
import { ImportBenchmark } from '@cges-fleet/core/contract'
import type { BenchmarkSource } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { type BodyLine, bodyLines, parseLine, sendsLines } from '../http/body-lines.js'
import { Refusal, refuseField, schemaRefusal, TooSoon } from '../http/refusal.js'
import type { HttpRequest } from '../http/request.js'

/** How many long bodies are accepted at once, by this process and per team. */
const AT_ONCE = 4
const OF_A_TEAM = 2
const RETRY_AFTER_SECONDS = 5

/** Bounds how many long bodies are in flight, since each takes CPU time and a database connection. */
@Injectable()
export class Uploads {
  readonly #underWay = new Map<string, number>()

  /** Runs one upload's work, or refuses it while too many are in flight. */
  async one<T>(team: string, work: () => Promise<T>): Promise<T> {
    const ofTeam = this.#underWay.get(team) ?? 0
    if (ofTeam >= OF_A_TEAM) {
      throw new TooSoon(
        `Your team is already sending ${counted(ofTeam, 'benchmark')}, the most at once. Send this one when they are done.`,
        RETRY_AFTER_SECONDS,
      )
    }
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0)
    if (all >= AT_ONCE)
      throw new Refusal(
        'unavailable',
        `The API is already receiving ${counted(all, 'benchmark')}, the most at once. Send this one in a minute.`,
      )
    this.#underWay.set(team, ofTeam + 1)
    try {
      return await work()
    } finally {
      const left = (this.#underWay.get(team) ?? 1) - 1
      if (left === 0) this.#underWay.delete(team)
      else this.#underWay.set(team, left)
    }
  }
}

/**
 * Parses the benchmark a request sends: one JSON document, or lines, of which the first is the benchmark without its
 * questions and each other one a question, checked as it arrives.
 */
export async function benchmarkSource(request: HttpRequest): Promise<BenchmarkSource> {
  if (!sendsLines(request)) {
    const read = ImportBenchmark.body.safeParse(request.body, { error: issueText })
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
  if (count === 0) throw refuseField('questions', 'must not be empty: every line after the first is a question')
}
