export { Counter, Gauge, Histogram } from 'prom-client'
import { collectDefaultMetrics, type OpenMetricsContentType, Registry } from 'prom-client'

export type ProcessRegistry = Registry<OpenMetricsContentType>

/**
 * Creates the registry of one process, with Prometheus' default metrics: memory, CPU, event loop, handles. It writes
 * OpenMetrics, which alone has exemplars; `exposition` rewrites that for other scrapers.
 */
export function processRegistry(): ProcessRegistry {
  const registry: ProcessRegistry = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  return registry
}
