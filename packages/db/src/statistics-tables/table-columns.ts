import type { Outcome } from '@cges-fleet/core'
import {
  chargedTokens,
  type Confidences,
  ConfidenceSignal,
  lowestGroup,
  type MinimaByWindow,
  readsWindow,
  type ReportedSpec,
} from '@cges-fleet/methods'

export interface SamplePlace {
  readonly position: number
  readonly replicate: number
  readonly index: number
}

export interface TrialRow {
  readonly position: number
  readonly replicate: number
  readonly verdicts:
    | readonly (readonly [
        method: number | null,
        calls: number,
        grade: number,
        score: number | null,
        tokens: number | null,
      ])[]
    | null
}

export interface SampleRow {
  readonly position: number
  readonly replicate: number
  readonly index: number
  readonly outcome: Outcome
  readonly tokens: number | null
  readonly signals: Confidences | null
  readonly minima: MinimaByWindow | null
  readonly answer: number
  readonly correct: boolean
}

/** Columns of an evaluation's trials and samples, filled page by page in order of question, replicate and index. */
export class TableColumns {
  readonly question: number[] = []
  readonly replicate: number[] = []
  readonly samplesFrom: number[] = []
  readonly outcome: Outcome[] = []
  readonly index: number[] = []
  readonly answer: number[] = []
  readonly correct: number[] = []
  readonly tokens: number[] = []
  readonly signals = new Map<ConfidenceSignal, number[]>()
  readonly calls: number[][]
  readonly grade: number[][]
  readonly score: number[][]
  readonly charged: number[][]
  readonly #lowest = new Map<number, number[]>()
  /** Of methods that end samples early: what each sample costs them. */
  readonly #sampleTokens: ReadonlyMap<number, number[]>

  constructor(private readonly methods: readonly ReportedSpec[]) {
    this.calls = methods.map(() => [])
    this.score = methods.map(() => [])
    this.charged = methods.map(() => [])
    this.grade = methods.map(() => [])
    this.#sampleTokens = new Map(methods.flatMap((spec, place) => (readsWindow(spec) === null ? [] : [[place, []]])))
  }

  add(trials: readonly TrialRow[], samples: readonly SampleRow[]): void {
    let at = 0
    for (const trial of trials) {
      this.#addTrial(trial)
      const from = at
      for (let row = samples[at]; row !== undefined && isOf(row, trial); row = samples[at]) {
        this.#addSample(row)
        at += 1
      }
      if (this.#sampleTokens.size > 0) this.#charge(samples.slice(from, at))
    }
    if (at !== samples.length) throw new Error(`sample rows ${at} … ${samples.length} belong to no trial`)
  }

  /** Each sample's position: question, replicate and index. */
  places(): SamplePlace[] {
    return this.question.flatMap((position, trial) => {
      const from = this.samplesFrom[trial] ?? 0
      const to = this.samplesFrom[trial + 1] ?? this.outcome.length
      const replicate = this.replicate[trial] ?? 0
      return this.index.slice(from, to).map((index) => ({ position, replicate, index }))
    })
  }

  /** The signals that any sample has, as columns; NaN for samples without one. */
  signalColumns(): Map<ConfidenceSignal, Float64Array> {
    const found = [...this.signals].map(
      ([signal, values]) => [signal, Float64Array.from(this.outcome, (_, at) => values[at] ?? Number.NaN)] as const,
    )
    return new Map(found)
  }

  /** The lowest group confidences of samples, by window; NaN for samples without one. */
  lowestColumns(): Map<number, Float64Array> {
    const found = [...this.#lowest].map(
      ([window, values]) => [window, Float64Array.from(this.outcome, (_, at) => values[at] ?? Number.NaN)] as const,
    )
    return new Map(found)
  }

  /** The cost of each sample to a method that ends some early. */
  sampleTokens(place: number): { readonly sampleTokens?: Float64Array } {
    const tokens = this.#sampleTokens.get(place)
    return tokens === undefined ? {} : { sampleTokens: Float64Array.from(tokens) }
  }

  #charge(samples: readonly SampleRow[]): void {
    const votes = samples.map(({ answer, tokens, minima }) => ({
      answer: answer === 0 ? null : String(answer),
      confidences: {},
      ...(tokens === null ? {} : { tokens }),
      ...(minima === null ? {} : { minima }),
    }))
    for (const [place, column] of this.#sampleTokens) {
      const spec = this.methods[place]
      const charged = spec === undefined ? [] : chargedTokens(spec, votes)
      for (const tokens of charged) column.push(tokens ?? Number.NaN)
    }
  }

  #addTrial({ position, replicate, verdicts }: TrialRow): void {
    this.question.push(position)
    this.replicate.push(replicate)
    this.samplesFrom.push(this.outcome.length)
    for (const [place, column] of this.calls.entries()) {
      const verdict = verdicts?.find(([method]) => method === place)
      column.push(verdict?.[1] ?? 0)
      this.grade[place]?.push(verdict?.[2] ?? -1)
      this.score[place]?.push(verdict?.[3] ?? Number.NaN)
      this.charged[place]?.push(verdict?.[4] ?? Number.NaN)
    }
  }

  #addSample({ outcome, index, answer, correct, tokens, signals, minima }: SampleRow): void {
    const at = this.outcome.push(outcome) - 1
    this.index.push(index)
    this.answer.push(answer)
    this.correct.push(correct ? 1 : 0)
    this.tokens.push(tokens ?? Number.NaN)
    for (const signal of signals === null ? [] : ConfidenceSignal.options) {
      const value = signals?.[signal]
      if (value === undefined) continue
      const column = this.signals.get(signal) ?? []
      this.signals.set(signal, column)
      column[at] = value
    }
    for (const [name, each] of minima === null ? [] : Object.entries(minima)) {
      const window = Number(name)
      const column = this.#lowest.get(window) ?? []
      this.#lowest.set(window, column)
      column[at] = lowestGroup(each) ?? Number.NaN
    }
  }
}

function isOf(sample: SampleRow, { position, replicate }: TrialRow): boolean {
  return sample.position === position && sample.replicate === replicate
}
