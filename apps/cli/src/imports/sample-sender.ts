import {
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  type ImportBatch,
  type ImportedCount,
  type ImportedSample,
} from '@cges-fleet/core'
import { UsageError } from '../usage-error.js'

/** Sends samples in batches, one under way while the next is gathered. */
export class SampleSender {
  readonly totals = { sent: 0, stored: 0, missing: 0 }
  #batch: ImportedSample[] = []
  #bytes = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(
    private readonly send: (batch: ImportBatch) => Promise<ImportedCount>,
    private readonly onSent: (sent: number) => void,
  ) {}

  /** Adds a sample; waits where a whole batch is under way already. */
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

  /** Sends what is left and says that no more will come. */
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
    // A failure is told where it is awaited, by the next batch.
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
