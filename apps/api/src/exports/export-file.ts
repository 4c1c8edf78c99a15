import { createHash, randomUUID } from 'node:crypto'
import type { VoteRules } from '@cges-fleet/answers'
import type { EvaluationView, ExportFile } from '@cges-fleet/core'
import type { StoredTrial } from '@cges-fleet/db'
import {
  describeData,
  descriptionLine,
  type ExportedTrial,
  goldLine,
  inspectEarlyStops,
  inspectEnd,
  inspectHead,
  inspectResultsHead,
  inspectSamples,
  lmEvalResults,
  lmEvalRows,
  nemoResultLine,
  sampleLines,
  verdictLines,
  verdictsHead,
} from '@cges-fleet/formats'

interface ExportSource {
  readonly view: EvaluationView
  readonly rules: VoteRules
  /** The method whose verdicts a single-method file shows. */
  readonly methodKey: string
  /** All trials in order, page by page; without texts if the format needs none. */
  trials(texts: boolean): AsyncIterable<ExportedTrial>
}

/** Writes an export piece by piece, holding one page of trials in memory. */
export async function* writeExport(
  file: ExportFile,
  { view, rules, methodKey, trials }: ExportSource,
): AsyncGenerator<string> {
  const description = describeData(view, rules)
  switch (file) {
    case 'lm-eval-results.json':
      yield lmEvalResults(view, description)
      return
    case 'lm-eval-samples.jsonl':
      return yield* each(trials(true), (trial) => lmEvalRows({ view, description, sha256 }, trial))
    case 'samples.jsonl':
      yield descriptionLine(description)
      return yield* each(trials(true), (trial) => sampleLines(view, trial, sha256))
    case 'gold.jsonl':
      yield descriptionLine(description)
      return yield* each(trials(false), (trial) => [goldLine(trial)])
    case 'nemo-results.jsonl':
      return yield* each(trials(true), (trial) => [nemoResultLine(trial, methodKey, description)])
    case 'verdicts.csv':
      yield verdictsHead()
      return yield* each(trials(false), (trial) => [verdictLines(trial, description)])
    case 'inspect.json':
      yield inspectHead(view, description)
      yield* listed(trials(true), (trial) => inspectSamples(view, trial))
      yield inspectResultsHead(view)
      yield* listed(trials(false), inspectEarlyStops)
      yield inspectEnd()
  }
}

async function* each(trials: AsyncIterable<ExportedTrial>, write: (trial: ExportedTrial) => Iterable<string>) {
  for await (const trial of trials) yield* write(trial)
}

/** Joins elements of a JSON array with commas. */
async function* listed(trials: AsyncIterable<ExportedTrial>, write: (trial: ExportedTrial) => Iterable<string>) {
  let first = true
  for await (const trial of trials) {
    for (const element of write(trial)) {
      yield first ? element : `,${element}`
      first = false
    }
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type ReadText = (sample: { readonly trialId: string; readonly index: number }) => Promise<string | null>

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
