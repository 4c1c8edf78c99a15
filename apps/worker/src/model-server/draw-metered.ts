import { drawSample } from './draw-sample.js'
import type { Drawn } from './drawn.js'
import type { ModelServer } from './open-model-server.js'
import type { SampleRequest } from './sample-request.js'

export interface Metered {
  readonly drawn: Drawn
  /** Milliseconds of GPU time, whatever came of the request. */
  readonly gpuMs: number
}

/** Draws one sample as `drawSample` does, and tells the GPU time it took. */
export async function drawMetered(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Metered> {
  const use = server.meter.begin()
  const drawn = await drawSample(server, { ...request, generated: use.generated }, signal)
  return { drawn, gpuMs: use.end() }
}
