import type { Span, SpanOptions, Tracer } from './tracer.js'
import type { TraceEnvironment } from './trace-environment.js'

/** A collector that is away must not hold a process that ends. */
const STOP_MS = 2000

const UNRECORDED: Span = { traceparent: null, set: () => undefined, rename: () => undefined, fail: () => undefined }

/** One a process, as OpenTelemetry's own register is. */
let tracer: Tracer | undefined

/** Begins to trace a process where its environment names a collector, and loads OpenTelemetry only there. Call it before anything is traced. */
export async function startTracing(service: string, env: TraceEnvironment): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { openTracer } = await import('./open-tracer.js')
  tracer = openTracer({ service, endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT })
}

/** Sends the last spans of a process that ends. */
export async function stopTracing(): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS)
  })
  await Promise.race([tracer?.stop().catch(() => undefined), late])
  clearTimeout(timer)
  tracer = undefined
}

/** Does work inside a span; what it throws fails the span. Without a collector it only does the work. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer === undefined ? work(UNRECORDED) : tracer.inSpan(name, options, work)
}

/** Tells the trace this work belongs to, to be handed to another process or stored; null where it is not recorded. */
export function activeTraceparent(): string | null {
  return tracer?.traceparent() ?? null
}
