import { randomUUID } from 'node:crypto'
import type { ExportedTrial } from '@cges-fleet/core'
import type { StoredTrial } from '@cges-fleet/db'

export type ReadText = (sample: { readonly trialId: string; readonly index: number }) => Promise<string | null>

/**
 * Writes texts that are too much to hold at once: a trial is written with a mark in the place of each, and each is read
 * when its mark is reached. Whoever writes a format knows nothing of it.
 */
export class TextPlaces {
  readonly #mark = randomUUID()
  readonly #place = new RegExp(`"${this.#mark}/([0-9a-f-]{36})/([0-9]{1,9})"`)
  readonly #read: ReadText

  constructor(read: ReadText) {
    this.#read = read
  }

  /** The trial as it is, or with marks for its texts. */
  held(trial: StoredTrial): ExportedTrial {
    if (!trial.textsApart) return trial
    const marked = (text: string | null, index: number) => (text === null ? null : `${this.#mark}/${trial.id}/${index}`)
    return {
      ...trial,
      samples: trial.samples.map((sample) => ({ ...sample, text: marked(sample.text, sample.index) })),
    }
  }

  /** A piece of JSON with its marks replaced by what they stand for. */
  async *filled(piece: string): AsyncGenerator<string> {
    if (!piece.includes(this.#mark)) return yield piece
    const [before = '', ...places] = piece.split(this.#place)
    yield before
    for (let at = 0; at < places.length; at += 3) {
      const [trialId = '', index = '', after = ''] = places.slice(at, at + 3)
      yield JSON.stringify(await this.#read({ trialId, index: Number(index) }))
      yield after
    }
  }
}
