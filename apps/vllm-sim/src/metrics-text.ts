import type { Engine } from './engine.js'

/** Writes what the engine did in Prometheus' text form, under vLLM's names and labels. */
export function metricsText(engine: Engine, model: string): string {
  const { running, waiting, generationTokens, promptTokens } = engine.counts
  const labels = `engine="0",model_name="${model.replaceAll(/["\\\n]/g, '_')}"`
  const metric = (name: string, type: 'gauge' | 'counter', value: number): string =>
    `# TYPE vllm:${name} ${type}\nvllm:${name}{${labels}} ${value}\n`
  const finished = Object.entries(engine.finished).map(
    ([reason, count]) => `vllm:request_success_total{${labels},finished_reason="${reason}"} ${count}\n`,
  )
  return [
    metric('num_requests_running', 'gauge', running),
    metric('num_requests_waiting', 'gauge', waiting),
    metric('prompt_tokens_total', 'counter', promptTokens),
    metric('generation_tokens_total', 'counter', generationTokens),
    '# TYPE vllm:request_success_total counter\n',
    ...finished,
  ].join('')
}
