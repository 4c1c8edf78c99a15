import {
  counted,
  countedOf,
  type EvaluationView,
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  type ImportBatch,
  type ImportedCount,
  type ImportedSample,
  inNumber,
  type StoredPage,
} from '@cges-fleet/core'
import { AddSamples, ListStoredSamples } from '@cges-fleet/core/contract'
import { type ConfidenceSignal, MAX_BUDGET } from '@cges-fleet/methods'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { loadLogs } from '../logs/load-log.js'
import { startProgress } from '../shell/progress.js'
import { importedSample } from './imported-sample.js'
import type { LogWanted } from './survey-log.js'

/** Sends a log's samples and waits until they are decided; says how to resume if either is interrupted. */
export async function sendAndFollow(files: readonly string[], sending: Sending): Promise<EvaluationView> {
  const { api, evaluationId: id } = sending
  const how = `Evaluation ${id} keeps what was stored: run the same command on the same files again, and it goes on from there.`
  const { sent, stored, missing } = await resumable(() => sendSamples(files, sending), how)
  if (stored < sent)
    console.error(
      `note: ${countedOf(sent - stored, sent, 'sample')} ${inNumber(sent - stored, 'was', 'were')} there already`,
    )
  if (missing > 0)
    console.error(
      `warning: ${counted(missing, 'question')} ${inNumber(missing, 'lacks', 'lack')} samples for the largest budget: ${inNumber(missing, 'its', 'their')} trials are blocked`,
    )
  return resumable(() => followDecisions(api, id), `All samples are stored: cges watch ${id} shows it decided.`)
}

interface Sending {
  readonly api: ApiClient
  readonly evaluationId: string
  /** How many samples the log has, by its survey. */
  readonly rows: number
  readonly wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] }
}

/**
 * Reads logs again and sends the samples that are not stored yet, holding two batches in memory; returns how many were
 * sent and how many were new.
 */
async function sendSamples(
  files: readonly string[],
  { api, evaluationId, rows, wanted }: Sending,
): Promise<SampleSender['totals']> {
  const stored = await StoredSamples.read(api, evaluationId)
  if (stored.count > 0) console.error(resumed(stored.count, rows))
  const bar = startProgress('importing')
  const next = new Map<string, number>()
  let passed = stored.count
  const show = (sent: number) => bar.show({ done: passed + sent, total: rows, count: sent, what: 'samples' })
  const told = api.tell
  api.tell = (text) => {
    bar.clear()
    told(text)
  }
  show(0)
  const sender = new SampleSender((batch) => api.repeat(AddSamples, { path: { id: evaluationId }, body: batch }), show)
  try {
    for await (const item of loadLogs(files, wanted.reading)) {
      if (item.kind !== 'entry') continue
      const { question, samples } = item.entry
      for (const sample of samples) {
        const index = sample.index ?? next.get(question.id) ?? 0
        next.set(question.id, index + 1)
        if (index >= MAX_BUDGET) passed += 1
        else if (!stored.has(question.id, index))
          await sender.add(importedSample(sample, { questionId: question.id, index }, wanted))
      }
    }
    await sender.complete()
  } finally {
    bar.clear()
    api.tell = told
  }
  return sender.totals
}

function resumed(stored: number, rows: number): string {
  if (stored >= rows)
    return `note: all ${counted(stored, 'sample')} ${inNumber(stored, 'is', 'are')} stored already, by an earlier run`
  return `An earlier run stopped after ${countedOf(stored, rows, 'sample')}: going on from there.`
}

/** Sends samples in batches, one in flight while the next is gathered. */
class SampleSender {
  readonly totals = { sent: 0, stored: 0, missing: 0 }
  #batch: ImportedSample[] = []
  #bytes = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(
    private readonly send: (batch: ImportBatch) => Promise<ImportedCount>,
    private readonly onSent: (sent: number) => void,
  ) {}

  /** Adds a sample; waits if a full batch is already in flight. */
  async add(sample: ImportedSample): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(sample)) + 1
    if (bytes > IMPORT_BATCH_BYTES) {
      const { index, questionId } = sample
      throw new UsageError(`sample ${index} of question ${questionId} is longer than 1 MB: shorten or leave it out`)
    }
    if (this.#batch.length === IMPORT_BATCH || this.#bytes + bytes > IMPORT_BATCH_BYTES) await this.#flush(false)
    this.#batch.push(sample)
    this.#bytes += bytes
  }

  /** Sends the rest and completes the import. */
  async complete(): Promise<void> {
    await this.#flush(true)
    await this.#underWay
  }

  async #flush(complete: boolean): Promise<void> {
    const samples = this.#batch
    this.#batch = []
    this.#bytes = 0
    await this.#underWay
    this.#underWay = this.#post({ samples, complete })
    // A failure surfaces when the next batch awaits this one.
    this.#underWay.catch(() => undefined)
  }

  async #post(batch: ImportBatch): Promise<void> {
    const { received, stored, missing } = await this.send(batch)
    this.totals.sent += received
    this.totals.stored += stored
    this.totals.missing += missing
    this.onSent(this.totals.sent)
  }
}

type Stretch = readonly [from: number, to: number]

/** Which samples of a log an earlier run has stored, in memory that grows with its questions. */
class StoredSamples {
  readonly #stretches = new Map<string, readonly Stretch[]>()
  #count = 0

  /** Fetches them from the API, a page at a time. */
  static async read(api: ApiClient, evaluationId: string): Promise<StoredSamples> {
    const stored = new StoredSamples()
    let after: number | undefined
    do {
      const page: StoredPage = await api.call(ListStoredSamples, { path: { id: evaluationId }, query: { after } })
      for (const { questionId, stretches } of page.questions) {
        stored.#stretches.set(
          questionId,
          stretches.map(({ from, to }) => [from, to]),
        )
        for (const { from, to } of stretches) stored.#count += to - from + 1
      }
      after = page.next ?? undefined
    } while (after !== undefined)
    return stored
  }

  get count(): number {
    return this.#count
  }

  has(questionId: string, index: number): boolean {
    return this.#stretches.get(questionId)?.some(([from, to]) => from <= index && index <= to) ?? false
  }
}

/** Waits until the coordinator has decided every trial of an import, showing progress. */
async function followDecisions(api: ApiClient, id: string): Promise<EvaluationView> {
  const bar = startProgress('deciding ')
  let last: EvaluationView | undefined
  let before: number | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    before ??= closed + blocked
    bar.show({ done: closed + blocked, total, count: closed + blocked - before, what: 'questions' })
  }
  bar.clear()
  if (last === undefined) throw new Error(`evaluation ${id} sent no state`)
  return last
}

const EXIT_INTERRUPTED = 130

/** Runs resumable work and, if it fails or is interrupted, says `how` to resume it. */
async function resumable<T>(work: () => Promise<T>, how: string): Promise<T> {
  const interrupted = () => {
    console.error(`\nStopped. ${how}`)
    process.exit(EXIT_INTERRUPTED)
  }
  process.once('SIGINT', interrupted)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n${how}`, { cause: error })
  } finally {
    process.off('SIGINT', interrupted)
  }
}
