import { activeTraceparent, inSpan, type Span } from '@cges-fleet/telemetry'
import type { ModelServer } from './open-model-server.js'

/** One request to a model server, as its span identifies it. */
interface TracedRequest {
  readonly path: string
  readonly model: string
  readonly requestId: string
}

/** The path of a server's endpoint for samples. */
export function completionsPath({ endpoint }: Pick<ModelServer, 'endpoint'>): string {
  return endpoint === 'chat' ? '/v1/chat/completions' : '/v1/completions'
}

/** Wraps one request in a span, so that its trace shows the time spent waiting for the model. */
export function inRequestSpan<T>(
  server: ModelServer,
  { path, model, requestId }: TracedRequest,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const attributes = { 'gen_ai.request.model': model, 'server.address': server.url, 'cges.request': requestId }
  return inSpan(`POST ${path}`, { kind: 'client', attributes }, work)
}

/** The header that makes a traced model server put its spans under ours; none if nothing is recorded. */
export function traceHeaders(): { readonly traceparent?: string } {
  const traceparent = activeTraceparent()
  return traceparent === null ? {} : { traceparent }
}
