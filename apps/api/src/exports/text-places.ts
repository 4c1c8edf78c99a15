import { randomUUID } from 'node:crypto'
import type { StoredTrial } from '@cges-fleet/db'
import type { ExportedTrial } from '@cges-fleet/formats'

export type ReadText = (sample: { readonly trialId: string; readonly index: number }) => Promise<string | null>

/** A placeholder as it appears in JSON: its own token, then the trial and index of the text it stands for. */
const MARKED = /"([0-9a-f-]{36})\/([0-9a-f-]{36})\/([0-9]{1,9})"/

/**
 * Handles texts too large to load at once: a trial is formatted with a placeholder for each, and the text is loaded
 * when its placeholder is reached. The formats need not know.
 */
export class TextPlaces {
  readonly #own = randomUUID()
  readonly #read: ReadText

  constructor(read: ReadText) {
    this.#read = read
  }

  /** Returns the trial unchanged, or with placeholders for its texts. */
  held(trial: StoredTrial): ExportedTrial {
    if (!trial.textsApart) return trial
    const marked = (text: string | null, index: number) => (text === null ? null : `${this.#own}/${trial.id}/${index}`)
    return {
      ...trial,
      samples: trial.samples.map((sample) => ({ ...sample, text: marked(sample.text, sample.index) })),
    }
  }

  /** Yields a piece of JSON with its placeholders replaced by the texts. */
  async *filled(piece: string): AsyncGenerator<string> {
    if (!piece.includes(this.#own)) return yield piece
    const [before = '', ...places] = piece.split(MARKED)
    yield before
    for (let at = 0; at < places.length; at += 4) {
      const [whose = '', trialId = '', index = '', after = ''] = places.slice(at, at + 4)
      const isOwn = whose === this.#own
      yield isOwn
        ? JSON.stringify(await this.#read({ trialId, index: Number(index) }))
        : `"${whose}/${trialId}/${index}"`
      yield after
    }
  }
}
