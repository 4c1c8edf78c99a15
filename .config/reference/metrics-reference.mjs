import { createRequire } from 'node:module'
import { ApiMetrics } from '../../apps/api/dist/metrics/api-metrics.js'
import { CoordinatorMetrics } from '../../apps/coordinator/dist/metrics/coordinator-metrics.js'
import { GatewayMetrics } from '../../apps/gateway/dist/metrics/gateway-metrics.js'
import { WorkerMetrics } from '../../apps/worker/dist/health/worker-metrics.js'
import { table } from './schema-rows.mjs'

const { Registry } = createRequire(new URL('../../packages/telemetry/package.json', import.meta.url))('prom-client')

const PROCESSES = {
  API: () => new ApiMetrics(),
  Coordinator: () => new CoordinatorMetrics({}),
  Gateway: () => new GatewayMetrics(() => 0),
  Worker: () => new WorkerMetrics('gpu', 1, () => ({ ready: true, inFlight: 0 })),
}
/** What Prometheus's own library adds to every process. */
const DEFAULT = /^(?:process|nodejs)_/

/** Writes the page of every metric, as the processes register them. */
export function metricsReference() {
  const sections = Object.entries(PROCESSES).map(([name, create]) => {
    const rows = registeredBy(create)
      .filter((metric) => !DEFAULT.test(metric.name))
      .map(({ name, type, labelNames, help }) => [
        `\`${name}\``,
        type,
        labelNames.map((label) => `\`${label}\``).join(', '),
        help,
      ])
    return `## ${name}\n\n${table(['metric', 'type', 'labels', 'what it measures'], rows)}`
  })
  return {
    'docs/metrics.md': `# Metrics

<!-- Written by \`npm run reference\` from the code; edit that. -->

Every metric that \`/metrics\` serves, by process. A worker's metrics also have its \`pool\`. Every process adds \`process_\` and \`nodejs_\` metrics of
memory, CPU and event loop. All coordinators report the same state of the fleet: take the maximum, not the sum. Teams are named only to scrapers
with the token of \`METRICS_TOKEN_FILE\`. \`provenance\` says where samples come from: \`model\` (a real one), \`tiny\`, \`simulated\`, \`recorded\` or
\`imported\`.

${sections.join('\n\n')}
`,
  }
}

/** The metrics that are registered meanwhile. */
function registeredBy(create) {
  const { registerMetric } = Registry.prototype
  const registered = []
  Registry.prototype.registerMetric = function register(metric) {
    const type = metric.constructor.name.toLowerCase()
    registered.push({ name: metric.name, type, labelNames: metric.labelNames ?? [], help: metric.help })
    return registerMetric.call(this, metric)
  }
  try {
    create()
  } finally {
    Registry.prototype.registerMetric = registerMetric
  }
  return registered
}
