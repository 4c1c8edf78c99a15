import { activeTraceparent, inSpan, type Span } from '@cges-fleet/telemetry'
import type { ModelServer } from './open-model-server.js'

/** One request to a model server, by what its span is told apart. */
interface TracedRequest {
  readonly path: string
  readonly model: string
  readonly requestId: string
}

/** Says where a server takes requests for samples. */
export function completionsPath({ endpoint }: Pick<ModelServer, 'endpoint'>): string {
  return endpoint === 'chat' ? '/v1/chat/completions' : '/v1/completions'
}

/** Makes one request a span, so that its trace tells what waited for the model. */
export function inRequestSpan<T>(
  server: ModelServer,
  { path, model, requestId }: TracedRequest,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const attributes = { 'gen_ai.request.model': model, 'server.address': server.url, 'cges.request': requestId }
  return inSpan(`POST ${path}`, { kind: 'client', attributes }, work)
}

/** The header by which a model server that is traced too puts its spans under ours; none where nothing is recorded. */
export function traceHeaders(): { readonly traceparent?: string } {
  const traceparent = activeTraceparent()
  return traceparent === null ? {} : { traceparent }
}
