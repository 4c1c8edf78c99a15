import { collectDefaultMetrics, Registry } from 'prom-client'

/** Makes the register of one process, with what Prometheus expects of every process: memory, CPU, event loop, handles. */
export function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
