import type { QueueOptions, Telemetry } from 'bullmq'
import type { QueueBackend } from './open-backend.js'

/** A W3C trace that is not recorded: work in it, and the jobs it adds, create no spans. */
const UNRECORDED = '00-00000000000000000000000000000001-0000000000000001-00'

/** Returns the extra options of a queue or a worker if jobs are traced. */
export function jobTracing({ telemetry }: QueueBackend): { readonly telemetry?: Telemetry } {
  return telemetry === undefined ? {} : { telemetry }
}

/** Returns the options of a queue. */
export function queueOptions(backend: QueueBackend): QueueOptions {
  return { connection: backend.connection, ...jobTracing(backend) }
}

/** Adds jobs in the trace that caused them, whatever else the process is doing; null adds them in none. */
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
