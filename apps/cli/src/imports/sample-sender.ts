import {
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  type ImportBatch,
  type ImportedCount,
  type ImportedSample,
} from '@cges-fleet/core'
import { UsageError } from '../usage-error.js'

/** Sends samples in batches, one in flight while the next is gathered. */
export class SampleSender {
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
