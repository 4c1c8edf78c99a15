import type { QueueOptions, Telemetry } from 'bullmq'
import type { QueueBackend } from './open-backend.js'

/** A trace nobody records, in W3C's form: what is done in it, and the jobs it adds, make no spans. */
const UNRECORDED = '00-00000000000000000000000000000001-0000000000000001-00'

/** Says what else a queue or a worker is made with where jobs are traced. */
export function jobTracing({ telemetry }: QueueBackend): { readonly telemetry?: Telemetry } {
  return telemetry === undefined ? {} : { telemetry }
}

/** Says what a queue is made with. */
export function queueOptions(backend: QueueBackend): QueueOptions {
  return { connection: backend.connection, ...jobTracing(backend) }
}

/** Adds jobs in the trace that leads to them, whatever else the process does at the moment; null adds them in none. */
export function inTrace<T>(
  telemetry: Telemetry | undefined,
  traceparent: string | null,
  add: () => Promise<T>,
): Promise<T> {
  if (telemetry === undefined) return add()
  const { contextManager } = telemetry
  const metadata = JSON.stringify({ traceparent: traceparent ?? UNRECORDED })
  return contextManager.with(contextManager.fromMetadata(contextManager.active(), metadata), add)
}
