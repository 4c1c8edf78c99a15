import type { Span, SpanOptions, Tracer } from './tracer.js'
import type { TraceEnvironment } from './trace-environment.js'

/** An unavailable collector must not hold up shutdown. */
const STOP_MS = 2000

const UNRECORDED: Span = { traceparent: null, set: () => undefined, rename: () => undefined, fail: () => undefined }

/** One per process, like OpenTelemetry's own. */
let tracer: Tracer | undefined

/**
 * Starts tracing a process if its environment names a collector, and only then loads OpenTelemetry. Call it before
 * anything is traced.
 */
export async function startTracing(service: string, env: TraceEnvironment): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { openTracer } = await import('./open-tracer.js')
  tracer = openTracer(service, env.OTEL_EXPORTER_OTLP_ENDPOINT)
}

/** Flushes the last spans of a process that ends. */
export async function stopTracing(): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS)
  })
  await Promise.race([tracer?.stop().catch(() => undefined), late])
  clearTimeout(timer)
  tracer = undefined
}

/** Runs work inside a span, which fails if the work throws. Without a collector it only runs the work. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer === undefined ? work(UNRECORDED) : tracer.inSpan(name, options, work)
}

/** Returns the active trace, to hand to another process or to store; null if it is not recorded. */
export function activeTraceparent(): string | null {
  return tracer?.traceparent() ?? null
}
