import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { afterEach, beforeEach } from 'vitest'
import type { SampleRequest } from '../completion-request.js'
import { drawSample } from '../draw-sample.js'
import type { Drawn, Finished } from '../drawn.js'
import { type ModelServer, openModelServer } from '../model-server.js'
import { type ScriptedServer, startScriptedServer } from './start-scripted-server.js'
import { delta } from './wire.js'

/** Of the test that runs, once its file has called `useScriptedServer`. */
export let server: ScriptedServer
export let model: ModelServer

/** Gives each test of a file a server without a script, and a client for it. */
export function useScriptedServer(): void {
  beforeEach(async () => {
    server = await startScriptedServer()
    model = openModelServer({ url: server.url, apiKey: 'secret', concurrency: 2, idleTimeoutMs: 300 })
  })

  afterEach(async () => {
    await model.close()
    await server.close()
  })
}

export const request: SampleRequest = {
  requestId: 'trial-1/3/2',
  model: 'm',
  prompt: 'What is 2 + 2?',
  seed: 1027,
  sampling: { ...DEFAULT_SAMPLING, maxTokens: 64 },
  context: null,
  deadlineMs: 20_000,
}

/** A piece of the stream that answers the request. */
export const four = delta('"content":"\\\\boxed{4}"', [-0.5, -0.25], [11, 12])

export const never: AbortSignal = new AbortController().signal

export function draw(changes: Partial<SampleRequest> = {}, signal: AbortSignal = never): Promise<Drawn> {
  return drawSample(model, { ...request, ...changes }, signal)
}

export async function drawFinished(): Promise<Finished> {
  const drawn = await draw()
  if (drawn.kind !== 'finished') throw new Error(`expected an answer, got ${JSON.stringify(drawn)}`)
  return drawn
}
