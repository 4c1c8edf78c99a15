import { collectDefaultMetrics, Registry } from 'prom-client'

/** Creates the registry of one process, with Prometheus' default metrics: memory, CPU, event loop, handles. */
export function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
