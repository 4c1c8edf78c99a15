import { Sampling } from '@cges-fleet/core'

/** Sampling parameters, as far as a log has them. */
export type KnownSampling = Partial<Sampling>

/** The names of each field in other programs; the first that is present counts. */
const NAMES: Readonly<Record<keyof Sampling, readonly string[]>> = {
  temperature: ['temperature'],
  topP: ['top_p'],
  topK: ['top_k'],
  minP: ['min_p'],
  repetitionPenalty: ['repetition_penalty'],
  presencePenalty: ['presence_penalty'],
  frequencyPenalty: ['frequency_penalty'],
  maxTokens: ['max_tokens', 'max_gen_toks', 'max_new_tokens', 'max_completion_tokens'],
  stop: ['stop', 'until', 'stop_seqs', 'stop_sequences'],
}
const FIELDS = Object.keys(NAMES) as (keyof Sampling)[]

/**
 * Parses the settings of a request as the lm-evaluation-harness, Inspect, Hugging Face and OpenAI name them. Missing
 * and invalid settings stay unknown; `do_sample: false` is temperature 0.
 */
export function parseSampling(given: unknown): KnownSampling {
  if (typeof given !== 'object' || given === null) return {}
  const settings = new Map<string, unknown>(Object.entries(given))
  if (settings.get('do_sample') === false) settings.set('temperature', 0)
  // vLLM and others switch top-k off by −1.
  if (settings.get('top_k') === -1) settings.set('top_k', 0)
  const known = FIELDS.flatMap((field) => {
    const name = NAMES[field].find((each) => settings.has(each))
    const given = name === undefined ? undefined : settings.get(name)
    const value = Sampling.shape[field].safeParse(field === 'stop' && typeof given === 'string' ? [given] : given)
    return value.success ? [[field, value.data] as const] : []
  })
  return Object.fromEntries(known)
}

/** Gathers the sampling parameters of a log's rows: a field is known if all rows that have it agree. */
export class SamplingCensus {
  /** The values of each field, by their JSON. */
  readonly #values = new Map<keyof Sampling, Map<string, Sampling[keyof Sampling]>>()

  add(known: KnownSampling | undefined): void {
    for (const field of FIELDS) {
      const value = known?.[field]
      if (value === undefined) continue
      const values = this.#values.get(field) ?? new Map<string, Sampling[keyof Sampling]>()
      // A few are enough to show that they differ.
      if (values.size < 3) values.set(JSON.stringify(value), value)
      this.#values.set(field, values)
    }
  }

  get known(): KnownSampling {
    return Object.fromEntries(
      [...this.#values].flatMap(([field, values]) => (values.size > 1 ? [] : [[field, [...values.values()][0]]])),
    )
  }

  /** The differences between rows, each in a full sentence. */
  warnings(): string[] {
    return [...this.#values].flatMap(([field, values]) =>
      values.size < 2
        ? []
        : [
            `samples were drawn with different settings of ${NAMES[field][0]}: ${[...values.keys()].join(', ')}; they are compared as one model`,
          ],
    )
  }
}
