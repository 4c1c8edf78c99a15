import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { shortened } from '../lines/shortened.js'
import { textHash } from '../lines/text-hash.js'
import type { LogQuestion, LogSample } from './log-entry.js'

const MOST_MODELS = 1000
/** Pairs of a question and a model that are remembered, to find out whether one answered twice. */
const MOST_PAIRS = 200_000

/** Fields of our recordings’ samples by the field of --map that reads each. */
const RECORDED = {
  text: 'text',
  grade: 'correct',
  tokens: 'completion_tokens',
  confidence: 'confidence',
  reward: 'reward',
  logprobs: 'logprobs',
} as const

/** Counts which models answered, and which rows lack numbers of tokens that their format has. */
export class SourceCensus {
  readonly #models = new Set<string>()
  readonly #lacking = new Map<string, number>()
  readonly #pairs = new Set<number>()
  #isOnce = true
  readonly #held = new Set<string>()
  /** Whether every sample names its model, and whether every one has an answer of its log’s. */
  #areNamed = true
  #areAnswered = true

  /** Counts a sample of a question; `ofRow` is the model that its row names. */
  add(sample: LogSample, question: LogQuestion, ofRow: string | null | undefined): void {
    const name = sample.model ?? ofRow ?? null
    if (name !== null && this.#models.size < MOST_MODELS) this.#models.add(name)
    for (const field of sample.lacks ?? []) this.#lacking.set(field, (this.#lacking.get(field) ?? 0) + 1)
    if (name !== null && this.#isOnce) this.#addPair(textHash(JSON.stringify([question.id, name])))
    this.#areNamed &&= sample.model != null
    this.#areAnswered &&= sample.answer !== undefined
    for (const field of heldBy(sample, question)) this.#held.add(field)
  }

  /** The model that all samples are of; null if they name several or none. */
  get onlyModel(): string | null {
    const [first = null] = this.#models
    return this.#models.size === 1 ? first : null
  }

  #addPair(pair: number): void {
    this.#isOnce = !this.#pairs.has(pair) && this.#pairs.size < MOST_PAIRS
    if (this.#isOnce) this.#pairs.add(pair)
    else this.#pairs.clear()
  }

  /** Warnings in full sentences, about so many samples. */
  warnings(samples: number): string[] {
    return [
      ...this.#modelWarning(),
      ...[...this.#lacking].map(
        ([field, count]) => `${field} is missing in ${countedOf(count, samples, 'sample')}: these tokens are not known`,
      ),
    ]
  }

  #modelWarning(): string[] {
    const [first, second] = this.#models
    if (first === undefined || second === undefined) return []
    const many = `${this.#models.size === MOST_MODELS ? 'at least ' : ''}${counted(this.#models.size, 'model')}`
    const found = `${many} answered, such as ${shortened(first)} and ${shortened(second)}`
    if (this.#isOnce)
      return [
        `${found}, and each answered a question once. No rule can be compared on this log: a rule needs several samples of one model`,
      ]
    const map = this.#mapOf(first)
    const how = map === null ? '' : `, or name one model: --map "${map}"`
    return [
      `${found}, and the samples of a question count as one model’s. Replay each model by itself: give it a file of its own${how}`,
    ]
  }

  /** The map that reads one model’s samples of our recordings, the only ones that name theirs; null if there is none. */
  #mapOf(model: string): string | null {
    if (!this.#areNamed || !/^[\w./:@+ -]{1,100}$/u.test(model)) return null
    if (!this.#held.has('text') && !this.#areAnswered) return null
    const rows = ['question', 'answer'].flatMap((field) => (this.#held.has(field) ? [`${field}=${field}`] : []))
    const samples = Object.entries(RECORDED).flatMap(([field, path]) =>
      this.#held.has(field) ? [`${field}=${path}`] : [],
    )
    const extracted = this.#areAnswered ? ['extracted=answer'] : []
    return ['id=question_id', ...rows, `samples=samples[?@.model=='${model}']`, ...samples, ...extracted].join(',')
  }
}

function heldBy(sample: LogSample, { question, answer }: LogQuestion): string[] {
  const { text, grade, completionTokens: tokens, confidence, reward, logprobs } = sample
  const held = { question, answer, text, grade, tokens, confidence, reward, logprobs }
  return Object.entries(held).flatMap(([field, value]) => (value === null ? [] : [field]))
}

/** Warns of known questions without any sample, of which `isSampled` is false: they are in no figure. */
export function unsampledWarning(known: Iterable<string>, isSampled: (id: string) => boolean): string[] {
  const all = [...known]
  const bare = all.filter((id) => !isSampled(id))
  const [first] = bare
  if (first === undefined || bare.length === all.length) return []
  const least = (all.length - bare.length) / all.length
  return [
    `${countedOf(bare.length, all.length, 'question')} of --questions ${inNumber(bare.length, 'has', 'have')} no sample, such as ${shortened(first)}. Accuracies leave ${inNumber(bare.length, 'it', 'them')} out: counted as wrong, ${inNumber(bare.length, 'it turns', 'they turn')} 100 % into ${(100 * least).toFixed(1)} %`,
  ]
}
