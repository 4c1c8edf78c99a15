import type { FinishReason } from '../protocol/choice.js'
import { Histogram } from './histogram.js'

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const TOKENS = [1, 10, 50, 100, 500, 1000, 2000, 5000, 10_000, 32_768]
const SMALL = [1, 2, 5, 10, 20]

/** When the stages of one choice were reached, in milliseconds on one clock. */
export interface Stages {
  readonly askedAt: number
  readonly startedAt: number
  readonly firstTokenAt: number
  readonly endedAt: number
  readonly promptTokens: number
  readonly tokens: number
}

/** What an engine has done so far, under the names vLLM gives it. */
export class EngineStats {
  promptTokens = 0
  cachedPromptTokens = 0
  generationTokens = 0
  readonly finished: Record<FinishReason, number> = {
    stop: 0,
    length: 0,
    abort: 0,
    error: 0,
    repetition: 0,
    content_filter: 0,
  }
  readonly histograms = {
    time_to_first_token_seconds: new Histogram(SECONDS),
    inter_token_latency_seconds: new Histogram(SECONDS),
    request_time_per_output_token_seconds: new Histogram(SECONDS),
    e2e_request_latency_seconds: new Histogram(SECONDS),
    request_queue_time_seconds: new Histogram(SECONDS),
    request_prefill_time_seconds: new Histogram(SECONDS),
    request_decode_time_seconds: new Histogram(SECONDS),
    request_inference_time_seconds: new Histogram(SECONDS),
    request_prompt_tokens: new Histogram(TOKENS),
    request_generation_tokens: new Histogram(TOKENS),
    request_params_n: new Histogram(SMALL),
    request_params_max_tokens: new Histogram(TOKENS),
    iteration_tokens_total: new Histogram(TOKENS),
  }

  /** Counts the parameters of a request that was taken. */
  asked(n: number, maxTokens: number): void {
    this.histograms.request_params_n.observe(n)
    this.histograms.request_params_max_tokens.observe(maxTokens)
  }

  /** Counts a choice that was written to its end. */
  ended(reason: FinishReason, stages: Stages): void {
    const { askedAt, startedAt, firstTokenAt, endedAt, tokens } = stages
    const perToken = seconds(firstTokenAt, endedAt) / Math.max(1, tokens - 1)
    this.finished[reason] += 1
    this.histograms.request_queue_time_seconds.observe(seconds(askedAt, startedAt))
    this.histograms.time_to_first_token_seconds.observe(seconds(askedAt, firstTokenAt))
    this.histograms.request_prefill_time_seconds.observe(seconds(startedAt, firstTokenAt))
    this.histograms.request_decode_time_seconds.observe(seconds(firstTokenAt, endedAt))
    this.histograms.request_inference_time_seconds.observe(seconds(startedAt, endedAt))
    this.histograms.e2e_request_latency_seconds.observe(seconds(askedAt, endedAt))
    this.histograms.inter_token_latency_seconds.observe(perToken)
    this.histograms.request_time_per_output_token_seconds.observe(perToken)
    this.histograms.request_prompt_tokens.observe(stages.promptTokens)
    this.histograms.request_generation_tokens.observe(tokens)
    this.histograms.iteration_tokens_total.observe(tokens)
  }
}

function seconds(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}
