import type { TraceEnvironment } from './env.js'
import type { Span, SpanOptions, Tracer } from './tracer.js'

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

/**
 * About this many of an evaluation's trials are traced: enough to see how it runs, in a trace that a viewer can open.
 */
const TRACED_TRIALS = 32

/** An evaluation that may be traced. */
interface Traceable {
  /** The span that submitted it; null if it is not traced. */
  readonly traceparent: string | null
  readonly trialsTotal: number
}

/**
 * Returns the traceparent for the samples of a trial, null for a trial that is not traced. A trial is traced with all
 * its samples or not at all, and every process decides the same: the random end of its id decides. The same share of
 * ranking calls is traced, by their own ids.
 */
export function traceOfTrial({ traceparent, trialsTotal }: Traceable, trialId: string): string | null {
  const place = Number.parseInt(trialId.slice(-8), 16) / 2 ** 32
  return place * trialsTotal < TRACED_TRIALS ? traceparent : null
}
