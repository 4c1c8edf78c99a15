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
