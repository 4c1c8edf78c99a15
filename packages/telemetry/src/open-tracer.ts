import {
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  propagation,
  ROOT_CONTEXT,
  type Span as OpenSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
} from '@opentelemetry/sdk-trace-node'
import type { Span, SpanOptions, Tracer } from './tracer.js'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** How long spans are batched before they are sent. */
const BATCH_MS = 1000

/** The queue's own polling would start traces all day: only an incoming request starts one. */
const REQUESTS_ONLY: Sampler = {
  shouldSample: (...[, , , kind]: Parameters<Sampler['shouldSample']>) => ({
    decision: kind === SpanKind.SERVER ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => 'RequestsOnly',
}

/**
 * Opens a tracer that exports this process's spans to a collector by OTLP/HTTP. An unavailable collector costs spans,
 * nothing else.
 */
export function openTracer(service: string, endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': `${service}-${process.pid}` }),
    sampler: new ParentBasedSampler({ root: REQUESTS_ONLY }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: BATCH_MS })],
  })
  provider.register()
  const tracer = provider.getTracer('cges-fleet')
  return {
    inSpan: (name, options, work) => {
      const { kind = 'internal', attributes = {}, startedAt } = options
      const started = { kind: KINDS[kind], attributes, ...(startedAt === undefined ? {} : { startTime: startedAt }) }
      const above = contextAbove(options)
      const span = tracer.startSpan(name, { ...started, links: linksTo(options.link) }, above)
      return during(span, above, work)
    },
    traceparent: () => traceparentOf(context.active()),
    stop: () => provider.shutdown(),
  }
}

async function during<T>(span: OpenSpan, above: Context, work: (span: Span) => Promise<T>): Promise<T> {
  const fail = (message: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message })
  const inside = trace.setSpan(above, span)
  const shown: Span = {
    traceparent: traceparentOf(inside),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail,
  }
  try {
    return await context.with(inside, () => work(shown))
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
    throw error
  } finally {
    span.end()
  }
}

function contextAbove({ parent }: SpanOptions): Context {
  return parent === undefined ? context.active() : contextOf(parent)
}

function linksTo(link: string | null | undefined) {
  const linked = link === undefined || link === null ? undefined : trace.getSpanContext(contextOf(link))
  return linked === undefined ? [] : [{ context: linked }]
}

function contextOf(traceparent: string | null): Context {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
}

function traceparentOf(at: Context): string | null {
  if (trace.getSpan(at)?.isRecording() !== true) return null
  const carrier: Record<string, string> = {}
  propagation.inject(at, carrier, defaultTextMapSetter)
  return carrier['traceparent'] ?? null
}
