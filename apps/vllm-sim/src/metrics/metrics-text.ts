import type { Engine } from '../engine.js'
import { BLOCK } from '../prefix-cache.js'

type Name = keyof typeof METRIC_HELP

/**
 * Formats the engine's statistics in Prometheus' text form, with vLLM's names and labels; what it cannot measure is
 * left out.
 */
export function metricsText(engine: Engine, model: string): string {
  const { load, stats, prefixes, room } = engine
  const labels = `engine="0",model_name="${model.replaceAll(/["\\\n]/g, '_')}"`
  const one = (name: Name, value: number): string => family(name, `vllm:${name}{${labels}} ${value}\n`)
  const by = (name: Name, label: string, values: Readonly<Record<string, number>>): string =>
    family(
      name,
      Object.entries(values)
        .map(([key, value]) => `vllm:${name}{${labels},${label}="${key}"} ${value}\n`)
        .join(''),
    )
  const { promptTokens, cachedPromptTokens: cached } = stats
  const blocks = Math.ceil(room.cacheTokens / BLOCK)
  return [
    one('num_requests_running', load.running),
    one('num_requests_waiting', load.waiting),
    by('num_requests_waiting_by_reason', 'reason', { capacity: load.waiting, deferred: 0 }),
    one('kv_cache_usage_perc', load.cacheUsage),
    family(
      'cache_config_info',
      `vllm:cache_config_info{block_size="${BLOCK}",engine="0",num_gpu_blocks="${blocks}"} 1\n`,
    ),
    by('engine_sleep_state', 'sleep_state', { awake: 1, weights_offloaded: 0, discard_all: 0 }),
    one('prompt_tokens_total', promptTokens),
    by('prompt_tokens_by_source_total', 'source', {
      local_compute: promptTokens - cached,
      local_cache_hit: cached,
      external_kv_transfer: 0,
    }),
    one('prompt_tokens_cached_total', cached),
    one('generation_tokens_total', stats.generationTokens),
    one('num_preemptions_total', load.preemptions),
    one('prefix_cache_queries_total', prefixes.queries),
    one('prefix_cache_hits_total', prefixes.hits),
    by('request_success_total', 'finished_reason', stats.finished),
    ...(Object.keys(stats.histograms) as (keyof typeof stats.histograms)[]).map((name) =>
      family(name, stats.histograms[name].text(`vllm:${name}`, labels)),
    ),
  ].join('')
}

function family(name: Name, lines: string): string {
  const type = lines.includes('_bucket{') ? 'histogram' : name.endsWith('_total') ? 'counter' : 'gauge'
  return `# HELP vllm:${name} ${METRIC_HELP[name]}\n# TYPE vllm:${name} ${type}\n${lines}`
}

/** What each metric means here, for people looking at them in Prometheus. */
const METRIC_HELP = {
  num_requests_running: 'Choices that are being written.',
  num_requests_waiting: 'Choices that wait for a slot or for room in the cache.',
  num_requests_waiting_by_reason: 'The same, by what they wait for.',
  kv_cache_usage_perc: 'Share of the key-value cache in use; 1 is full.',
  cache_config_info: 'Size of the key-value cache.',
  engine_sleep_state: '1 for the state the engine is in; this one never sleeps.',
  prompt_tokens_total: 'Prompt tokens read.',
  prompt_tokens_by_source_total: 'Prompt tokens by where they came from.',
  prompt_tokens_cached_total: 'Prompt tokens that had been read before.',
  generation_tokens_total: 'Tokens written.',
  num_preemptions_total: 'Choices that made room for others and were read again.',
  prefix_cache_queries_total: 'Prompt tokens looked up in the prefix cache.',
  prefix_cache_hits_total: 'Those found there.',
  request_success_total: 'Choices written to their end, by how they ended.',
  time_to_first_token_seconds: 'From the request to the first token.',
  inter_token_latency_seconds: 'Between two tokens; those that come in one event share its time.',
  request_time_per_output_token_seconds: 'Mean time of a token after the first, by choice.',
  e2e_request_latency_seconds: 'From the request to the end.',
  request_queue_time_seconds: 'Waiting for a slot.',
  request_inference_time_seconds: 'From the slot to the end.',
  request_prefill_time_seconds: 'From the slot to the first token.',
  request_decode_time_seconds: 'From the first token to the end.',
  request_prefill_kv_computed_tokens: 'Prompt tokens that no cache spared.',
  request_prompt_tokens: 'Tokens of a prompt.',
  request_generation_tokens: 'Tokens of a choice.',
  request_max_num_generation_tokens: 'Tokens of the longest choice of a request.',
  request_num_preemptions: 'How often a choice made room for others.',
  request_params_n: 'Choices asked for.',
  request_params_max_tokens: 'The most tokens asked for.',
} as const
