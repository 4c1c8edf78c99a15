import type { ExportFile } from '@cges-fleet/core'
import { CreateImport, ExportEvaluation, ListBenchmarks, ListStoredSamples, pathOf } from '@cges-fleet/core/contract'
import { importedSample } from '../../support/landed-samples.js'
import type { WatchedApi } from './watched-api.js'

const MB = 1024 * 1024
const MOST_SAMPLES = 1024
const LONG_ONES = 256

/** The samples of one question as they are sent: a sequence of request bodies. */
export interface ImportedLog {
  readonly name: string
  readonly megabytes: number
  readonly bodies: number
  make(at: number): string
  /** The files it is exported as afterwards. */
  readonly exported: readonly ExportFile[]
}

const sent = (samples: readonly object[]) => JSON.stringify({ samples })
const LONG = 'x'.repeat(MB - 1024)
const TOGETHER = 128

export const IMPORTS: readonly ImportedLog[] = [
  {
    name: `${LONG_ONES} responses of 1 MB to one question`,
    megabytes: LONG_ONES,
    bodies: LONG_ONES,
    make: (at) => sent([importedSample('q', at, { text: LONG })]),
    exported: ['samples.jsonl', 'inspect.json'],
  },
  {
    name: `${MOST_SAMPLES} answers of 4,000 characters that take long to read`,
    megabytes: 4,
    bodies: MOST_SAMPLES / TOGETHER,
    make: (at) =>
      sent(
        Array.from({ length: TOGETHER }, (_, n) =>
          importedSample('q', at * TOGETHER + n, { answer: `${at}+${n}${'+(x+y+1)^9'.repeat(400)}`.slice(0, 4000) }),
        ),
      ),
    exported: ['inspect.json'],
  },
  {
    name: '{},{}, … as samples',
    megabytes: 10,
    bodies: 10,
    make: () => `{"samples":[${'{},'.repeat(MB / 3 - 10)}{}]}`,
    exported: [],
  },
]

/** Creates an import of one question, with the methods that decide most slowly on many samples. */
export async function newImport(api: WatchedApi, n: number): Promise<string> {
  const name = `log-${process.hrtime.bigint()}`
  const benchmark = { name, title: name, answerKind: 'math', template: '{question}' }
  const questions = [{ id: 'q', question: 'Which?', answer: '1' }]
  const type = 'application/json'
  await api.ask(pathOf(ListBenchmarks), n % 2, { type, body: JSON.stringify({ ...benchmark, questions }) })
  const methods = [`sc@${MOST_SAMPLES}`, `cges:confidence=lns-arith,gamma=0.99@${MOST_SAMPLES}`]
  const spec = { benchmark: name, model: 'm', methods, source: { format: 'recordings', files: ['log.jsonl'] } }
  const response = await api.fetch(pathOf(CreateImport), n % 2, { type, body: JSON.stringify(spec) })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

interface OfImport {
  readonly id: string
  readonly team: number
}

/** Sends the samples of a log; returns how many bodies had each outcome. */
export async function samplesOf(api: WatchedApi, { id, team, log }: OfImport & { log: ImportedLog }): Promise<string> {
  const answers = new Map<string, number>()
  for (let at = 0; at < log.bodies; at++) {
    const answer = await api.ask(pathOf(ListStoredSamples, { path: { id } }), team, {
      type: 'application/json',
      body: log.make(at),
    })
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  return [...answers].map(([answer, count]) => `${count} × ${answer}`).join(' ')
}

/** Reads a file to its end; returns its length. */
export async function exportsOf(api: WatchedApi, { id, team, file }: OfImport & { file: ExportFile }): Promise<string> {
  const response = await api.fetch(pathOf(ExportEvaluation, { path: { id, file } }), team)
  let bytes = 0
  for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length
  return `${response.status}: ${(bytes / 1e6).toFixed(0)} MB`
}
