import { IMPORT_BATCH, type ImportBatch, type ImportedCount, type ImportedSample } from '@cges-fleet/core'

/** Characters of one batch, well under what the API takes at once. */
const BATCH_CHARACTERS = 8_000_000

/** Sends samples in batches, one under way while the next is gathered. */
export class SampleSender {
  readonly totals = { sent: 0, stored: 0, missing: 0 }
  #batch: ImportedSample[] = []
  #characters = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(
    private readonly send: (batch: ImportBatch) => Promise<ImportedCount>,
    private readonly onSent: (sent: number) => void,
  ) {}

  /** Adds a sample; waits where a whole batch is under way already. */
  async add(sample: ImportedSample): Promise<void> {
    this.#batch.push(sample)
    this.#characters += (sample.text ?? '').length
    if (this.#batch.length === IMPORT_BATCH || this.#characters > BATCH_CHARACTERS) await this.#flush(false)
  }

  /** Sends what is left and says that no more will come. */
  async complete(): Promise<void> {
    await this.#flush(true)
    await this.#underWay
  }

  async #flush(complete: boolean): Promise<void> {
    const samples = this.#batch
    this.#batch = []
    this.#characters = 0
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
