import {
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  type ImportBatch,
  type ImportedCount,
  type ImportedSample,
  type StoredPage,
} from '@cges-fleet/core'
import { type ConfidenceSignal, MAX_BUDGET } from '@cges-fleet/methods'
import { type DataFile, InputError } from '../../files/data-file.js'
import { utf8Length } from '../../lines/utf8-length.js'
import { loadLogs } from '../loading/load-log.js'
import { importedSample } from './imported-sample.js'
import type { LogWanted } from './survey-log.js'

/** An imported evaluation, as the API takes its samples. */
export interface ImportDoor {
  readonly stored: (after: number | undefined) => Promise<StoredPage>
  readonly add: (batch: ImportBatch) => Promise<ImportedCount>
}

interface Sending {
  readonly door: ImportDoor
  readonly wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] }
  /** Called once with how many samples an earlier run has stored. */
  readonly onStored: (stored: number) => void
  /** Called with how many samples this run has sent, and how many needed no sending. */
  readonly onProgress: (sent: number, passed: number) => void
}

/** How many samples were sent, how many of them were new, and how many questions lack some. */
export interface SentSamples {
  readonly sent: number
  readonly stored: number
  readonly missing: number
}

/** Reads logs again and sends the samples that are not stored yet, holding two batches in memory. */
export async function sendSamples(
  files: readonly DataFile[],
  { door, wanted, onStored, onProgress }: Sending,
): Promise<SentSamples> {
  const stored = await StoredSamples.read(door)
  onStored(stored.count)
  let passed = stored.count
  const next = new Map<string, number>()
  const sender = new SampleSender(door, (sent) => onProgress(sent, passed))
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
  return sender.totals
}

/** Sends samples in batches, one in flight while the next is gathered. */
class SampleSender {
  readonly totals = { sent: 0, stored: 0, missing: 0 }
  #batch: ImportedSample[] = []
  #bytes = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(
    private readonly door: ImportDoor,
    private readonly onSent: (sent: number) => void,
  ) {}

  /** Adds a sample; waits if a full batch is already in flight. */
  async add(sample: ImportedSample): Promise<void> {
    const bytes = utf8Length(JSON.stringify(sample)) + 1
    if (bytes > IMPORT_BATCH_BYTES) {
      const { index, questionId } = sample
      throw new InputError(`sample ${index} of question ${questionId} is longer than 1 MB: shorten or leave it out`)
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
    const { received, stored, missing } = await this.door.add(batch)
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
  static async read(door: ImportDoor): Promise<StoredSamples> {
    const stored = new StoredSamples()
    let after: number | undefined
    do {
      const page = await door.stored(after)
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
