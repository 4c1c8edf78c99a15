import type { Engine } from '../engine.js'
import { BLOCK } from '../prefix-cache.js'

/** Writes what the engine did in Prometheus' text form, under vLLM's names and labels. */
export function metricsText(engine: Engine, model: string): string {
  const { load, stats, prefixes, room } = engine
  const labels = `engine="0",model_name="${model.replaceAll(/["\\\n]/g, '_')}"`
  const metric = (name: string, type: 'gauge' | 'counter', value: number): string =>
    `# TYPE vllm:${name} ${type}\nvllm:${name}{${labels}} ${value}\n`
  const finished = Object.entries(stats.finished).map(
    ([reason, count]) => `vllm:request_success_total{${labels},finished_reason="${reason}"} ${count}\n`,
  )
  const histograms = Object.entries(stats.histograms).map(([name, histogram]) => histogram.text(`vllm:${name}`, labels))
  return [
    metric('num_requests_running', 'gauge', load.running),
    metric('num_requests_waiting', 'gauge', load.waiting),
    '# TYPE vllm:num_requests_waiting_by_reason gauge\n',
    `vllm:num_requests_waiting_by_reason{${labels},reason="capacity"} ${load.waiting}\n`,
    `vllm:num_requests_waiting_by_reason{${labels},reason="deferred"} 0\n`,
    metric('kv_cache_usage_perc', 'gauge', load.cacheUsage),
    '# TYPE vllm:cache_config_info gauge\n',
    `vllm:cache_config_info{block_size="${BLOCK}",engine="0",num_gpu_blocks="${Math.ceil(room.cacheTokens / BLOCK)}"} 1\n`,
    metric('engine_sleep_state', 'gauge', 0),
    metric('prompt_tokens_total', 'counter', stats.promptTokens),
    metric('prompt_tokens_cached_total', 'counter', stats.cachedPromptTokens),
    metric('generation_tokens_total', 'counter', stats.generationTokens),
    metric('num_preemptions_total', 'counter', load.preemptions),
    metric('prefix_cache_queries_total', 'counter', prefixes.queries),
    metric('prefix_cache_hits_total', 'counter', prefixes.hits),
    '# TYPE vllm:request_success_total counter\n',
    ...finished,
    ...histograms,
  ].join('')
}
