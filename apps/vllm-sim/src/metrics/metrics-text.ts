import type { Engine } from '../engine.js'
import { BLOCK } from '../prefix-cache.js'
import { METRIC_HELP } from './metric-help.js'

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
