import { drawSample } from './draw-sample.js'
import { completionsPath, inRequestSpan } from './trace-request.js'
import type { Drawn } from './drawn.js'
import type { ModelServer } from './open-model-server.js'
import type { SampleRequest } from './sample-request.js'

export interface Metered {
  readonly drawn: Drawn
  /** Milliseconds of GPU time, whatever the outcome. */
  readonly gpuMs: number
}

/** Draws one sample as `drawSample` does, and measures its GPU time. */
export async function drawMetered(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Metered> {
  const use = server.meter.begin()
  return inRequestSpan(server, { ...request, path: completionsPath(server) }, async (span) => {
    const drawn = await drawSample(server, { ...request, generated: use.generated }, signal)
    const gpuMs = use.end()
    span.set({ 'cges.gpu_ms': gpuMs })
    if (drawn.kind === 'finished') span.set({ 'gen_ai.usage.output_tokens': drawn.completionTokens })
    else span.fail(drawn.kind)
    return { drawn, gpuMs }
  })
}
