import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** Null at the top of its trace. */
  readonly parentId: string | null
  readonly name: string
  readonly startedAt: bigint
  readonly endedAt: bigint
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly string[]
  readonly failed: boolean
}

interface WireValue {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}

type WireAttributes = readonly { readonly key: string; readonly value: WireValue }[]

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes?: WireAttributes
  readonly links?: readonly { readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}

interface WireTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: WireAttributes }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

/** A collector of traces that takes OTLP over HTTP as JSON and keeps what comes. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      void json(request).then((body) => {
        this.#take(body as WireTraces)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector()
    collector.#server.listen(0, '127.0.0.1')
    await once(collector.#server, 'listening')
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #take(traces: WireTraces): void {
    for (const { resource, scopeSpans } of traces.resourceSpans) {
      const service = String(read(resource.attributes)['service.name'])
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => collected(service, span)))
    }
  }
}

function collected(service: string, span: WireSpan): CollectedSpan {
  return {
    service,
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId === undefined || span.parentSpanId === '' ? null : span.parentSpanId,
    name: span.name,
    startedAt: BigInt(span.startTimeUnixNano),
    endedAt: BigInt(span.endTimeUnixNano),
    attributes: read(span.attributes ?? []),
    links: (span.links ?? []).map(({ spanId }) => spanId),
    failed: span.status?.code === 2,
  }
}

function read(attributes: WireAttributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? value.boolValue ?? Number(value.intValue),
    ]),
  )
}

/** Gives the spans that lead to some spans and the spans under those, and no others: one sample's part of a trace. */
export function aroundSpans(spans: readonly CollectedSpan[], chosen: readonly CollectedSpan[]): CollectedSpan[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const kept = new Set<CollectedSpan>()
  const isUnder = (span: CollectedSpan): boolean =>
    chosen.includes(span) || (span.parentId !== null && isUnderId(span.parentId))
  const isUnderId = (id: string): boolean => {
    const span = byId.get(id)
    return span !== undefined && isUnder(span)
  }
  for (const span of spans) if (isUnder(span)) kept.add(span)
  for (const span of chosen) {
    for (let above = byId.get(span.parentId ?? ''); above !== undefined; above = byId.get(above.parentId ?? '')) {
      kept.add(above)
    }
  }
  return spans.filter((span) => kept.has(span))
}

/** Writes spans as a tree, a line each: how it hangs, its process, its name, when it began and how long it took. */
export function drawTree(spans: readonly CollectedSpan[]): string {
  const known = new Set(spans.map((span) => span.spanId))
  const top = spans.filter((span) => span.parentId === null || !known.has(span.parentId))
  const began = top.reduce((least, span) => (span.startedAt < least ? span.startedAt : least), top[0]?.startedAt ?? 0n)
  const lines = (span: CollectedSpan, depth: number): string[] => [
    `${`${'  '.repeat(depth)}${span.name}`.padEnd(52)} ${span.service.padEnd(17)} ` +
      `${ms(span.startedAt - began)} + ${ms(span.endedAt - span.startedAt)} ms${span.failed ? '  failed' : ''}`,
    ...inOrder(spans.filter((child) => child.parentId === span.spanId)).flatMap((child) => lines(child, depth + 1)),
  ]
  return inOrder(top)
    .flatMap((span) => lines(span, 0))
    .join('\n')
}

function inOrder(spans: readonly CollectedSpan[]): CollectedSpan[] {
  return spans.toSorted((a, b) => Number(a.startedAt - b.startedAt))
}

function ms(nanoseconds: bigint): string {
  return (Number(nanoseconds) / 1e6).toFixed(1).padStart(7)
}
