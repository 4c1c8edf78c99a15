import type { FinishReason } from '../protocol/reply.js'

/** When one choice reached each stage, in milliseconds on one clock. */
export interface Stages {
  readonly requestedAt: number
  readonly startedAt: number
  readonly firstTokenAt: number
  readonly endedAt: number
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly tokens: number
  readonly preemptions: number
  /** The requested limit. */
  readonly maxTokens: number
}

/** How much of a choice has been written. */
interface Written {
  readonly requestedAt: number
  firstTokenAt: number | null
  lastTokenAt: number
}

/** The engine's statistics, with vLLM's names and bucket bounds. */
export class EngineStats {
  promptTokens = 0
  cachedPromptTokens = 0
  generationTokens = 0
  /** vLLM has no other reasons. */
  readonly finished: Record<Exclude<FinishReason, 'content_filter'>, number> = {
    stop: 0,
    length: 0,
    abort: 0,
    error: 0,
    repetition: 0,
  }
  readonly histograms

  constructor(maxModelLen: number) {
    const bounds = tokenBounds(maxModelLen)
    this.histograms = {
      time_to_first_token_seconds: new Histogram(FIRST_TOKEN_SECONDS),
      inter_token_latency_seconds: new Histogram(TOKEN_SECONDS),
      request_time_per_output_token_seconds: new Histogram(TOKEN_SECONDS),
      e2e_request_latency_seconds: new Histogram(REQUEST_SECONDS),
      request_queue_time_seconds: new Histogram(REQUEST_SECONDS),
      request_inference_time_seconds: new Histogram(REQUEST_SECONDS),
      request_prefill_time_seconds: new Histogram(REQUEST_SECONDS),
      request_decode_time_seconds: new Histogram(REQUEST_SECONDS),
      request_prefill_kv_computed_tokens: new Histogram(bounds),
      request_prompt_tokens: new Histogram(bounds),
      request_generation_tokens: new Histogram(bounds),
      request_max_num_generation_tokens: new Histogram(bounds),
      request_num_preemptions: new Histogram(PREEMPTIONS),
      request_params_n: new Histogram(COUNTS),
      request_params_max_tokens: new Histogram(bounds),
    }
  }

  /** Counts tokens that came together. Those that come with the first are not timed: nobody waited between them. */
  wrote(tokens: number, written: Written): void {
    if (tokens === 0) return
    const now = performance.now()
    this.generationTokens += tokens
    if (written.firstTokenAt === null) {
      written.firstTokenAt = now
      this.histograms.time_to_first_token_seconds.observe(seconds(written.requestedAt, now))
    } else this.histograms.inter_token_latency_seconds.observe(seconds(written.lastTokenAt, now) / tokens, tokens)
    written.lastTokenAt = now
  }

  /** Counts a choice that was completed. */
  ended(reason: FinishReason, stages: Stages): void {
    const {
      requestedAt,
      startedAt,
      firstTokenAt,
      endedAt,
      promptTokens,
      cachedTokens,
      tokens,
      preemptions,
      maxTokens,
    } = stages
    const { histograms } = this
    if (reason !== 'content_filter') this.finished[reason] += 1
    histograms.request_queue_time_seconds.observe(seconds(requestedAt, startedAt))
    histograms.request_prefill_time_seconds.observe(seconds(startedAt, firstTokenAt))
    histograms.request_decode_time_seconds.observe(seconds(firstTokenAt, endedAt))
    histograms.request_inference_time_seconds.observe(seconds(startedAt, endedAt))
    histograms.e2e_request_latency_seconds.observe(seconds(requestedAt, endedAt))
    histograms.request_time_per_output_token_seconds.observe(
      tokens > 1 ? seconds(firstTokenAt, endedAt) / (tokens - 1) : 0,
    )
    histograms.request_prefill_kv_computed_tokens.observe(promptTokens - cachedTokens)
    histograms.request_prompt_tokens.observe(promptTokens)
    histograms.request_generation_tokens.observe(tokens)
    histograms.request_num_preemptions.observe(preemptions)
    histograms.request_params_max_tokens.observe(maxTokens)
  }

  /** Counts a request all of whose choices were completed, by the tokens of each. */
  answered(tokens: readonly number[]): void {
    this.histograms.request_params_n.observe(tokens.length)
    this.histograms.request_max_num_generation_tokens.observe(Math.max(...tokens))
  }
}

function seconds(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}

/** A histogram in Prometheus' form. */
class Histogram {
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(private readonly bounds: readonly number[]) {
    this.#counts = bounds.map(() => 0)
  }

  /** Counts a value the given number of times. */
  observe(value: number, times = 1): void {
    this.#sum += value * times
    this.#count += times
    this.bounds.forEach((bound, place) => {
      if (value <= bound) this.#counts[place] = (this.#counts[place] ?? 0) + times
    })
  }

  /** Formats the histogram's lines with a name and labels; bounds are spelt as Python spells them. */
  text(name: string, labels: string): string {
    const buckets = this.bounds.map((bound, place) => {
      const spelt = Number.isInteger(bound) ? bound.toFixed(1) : String(bound)
      return `${name}_bucket{${labels},le="${spelt}"} ${this.#counts[place]}\n`
    })
    return [
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}\n`,
      `${name}_sum{${labels}} ${this.#sum}\n${name}_count{${labels}} ${this.#count}\n`,
    ].join('')
  }
}

/** The bucket bounds of vLLM's histograms: alerts refer to them. */
const FIRST_TOKEN_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560,
]
const TOKEN_SECONDS = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80]
const REQUEST_SECONDS = [0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680]
const COUNTS = [1, 2, 5, 10, 20]
const PREEMPTIONS = [1, 2, 3, 4, 5, 10, 20]

/** Returns 1, 2, 5, 10, 20, … up to the longest context. */
function tokenBounds(maxModelLen: number): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log10(maxModelLen)) + 1 }, (_, exponent) => 10 ** exponent)
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((bound) => bound <= maxModelLen)
}
