import type { FinishReason } from '../protocol/choice.js'
import { Histogram } from './histogram.js'
import { COUNTS, FIRST_TOKEN_SECONDS, PREEMPTIONS, REQUEST_SECONDS, tokenBounds, TOKEN_SECONDS } from './vllm-bounds.js'

/** When one choice reached each stage, in milliseconds on one clock. */
export interface Stages {
  readonly askedAt: number
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
export interface Written {
  readonly askedAt: number
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
      this.histograms.time_to_first_token_seconds.observe(seconds(written.askedAt, now))
    } else this.histograms.inter_token_latency_seconds.observe(seconds(written.lastTokenAt, now) / tokens, tokens)
    written.lastTokenAt = now
  }

  /** Counts a choice that was completed. */
  ended(reason: FinishReason, stages: Stages): void {
    const { askedAt, startedAt, firstTokenAt, endedAt, promptTokens, cachedTokens, tokens, preemptions, maxTokens } =
      stages
    const { histograms } = this
    if (reason !== 'content_filter') this.finished[reason] += 1
    histograms.request_queue_time_seconds.observe(seconds(askedAt, startedAt))
    histograms.request_prefill_time_seconds.observe(seconds(startedAt, firstTokenAt))
    histograms.request_decode_time_seconds.observe(seconds(firstTokenAt, endedAt))
    histograms.request_inference_time_seconds.observe(seconds(startedAt, endedAt))
    histograms.e2e_request_latency_seconds.observe(seconds(askedAt, endedAt))
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
