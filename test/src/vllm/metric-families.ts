const REQUEST =
  '0.3 0.5 0.8 1.0 1.5 2.0 2.5 5.0 10.0 15.0 20.0 30.0 40.0 50.0 60.0 120.0 240.0 480.0 960.0 1920.0 7680.0'
const TOKEN = '0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0'
const FIRST =
  '0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0 160.0 640.0 2560.0'

interface MetricFamily {
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** The label beside `engine` and `model_name`. */
  readonly label?: string
  /** Of a histogram, where they do not follow from the context. */
  readonly bounds?: string
}

/** What dashboards and autoscalers read of vLLM. */
export const METRIC_FAMILIES: Readonly<Record<string, MetricFamily>> = {
  num_requests_running: { type: 'gauge' },
  num_requests_waiting: { type: 'gauge' },
  num_requests_waiting_by_reason: { type: 'gauge', label: 'reason' },
  kv_cache_usage_perc: { type: 'gauge' },
  engine_sleep_state: { type: 'gauge', label: 'sleep_state' },
  prompt_tokens_total: { type: 'counter' },
  prompt_tokens_by_source_total: { type: 'counter', label: 'source' },
  prompt_tokens_cached_total: { type: 'counter' },
  generation_tokens_total: { type: 'counter' },
  num_preemptions_total: { type: 'counter' },
  prefix_cache_queries_total: { type: 'counter' },
  prefix_cache_hits_total: { type: 'counter' },
  request_success_total: { type: 'counter', label: 'finished_reason' },
  time_to_first_token_seconds: { type: 'histogram', bounds: FIRST },
  inter_token_latency_seconds: { type: 'histogram', bounds: TOKEN },
  request_time_per_output_token_seconds: { type: 'histogram', bounds: TOKEN },
  e2e_request_latency_seconds: { type: 'histogram', bounds: REQUEST },
  request_queue_time_seconds: { type: 'histogram', bounds: REQUEST },
  request_inference_time_seconds: { type: 'histogram', bounds: REQUEST },
  request_prefill_time_seconds: { type: 'histogram', bounds: REQUEST },
  request_decode_time_seconds: { type: 'histogram', bounds: REQUEST },
  request_prefill_kv_computed_tokens: { type: 'histogram' },
  request_prompt_tokens: { type: 'histogram' },
  request_generation_tokens: { type: 'histogram' },
  request_max_num_generation_tokens: { type: 'histogram' },
  request_num_preemptions: { type: 'histogram', bounds: '1.0 2.0 3.0 4.0 5.0 10.0 20.0' },
  request_params_n: { type: 'histogram', bounds: '1.0 2.0 5.0 10.0 20.0' },
  request_params_max_tokens: { type: 'histogram' },
}
