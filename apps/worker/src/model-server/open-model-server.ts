import { Agent } from 'undici'
import { AcceptedParameters } from './accepted-parameters.js'
import { GpuMeter } from './gpu-meter.js'
import { WarmUp } from './warm-up.js'

type ModelServerOptions = {
  /** Where the server listens, with or without a trailing `/v1`. */
  readonly url: string
  readonly apiKey?: string | undefined
  /** How many samples are drawn concurrently. */
  readonly concurrency: number
  /** Longest wait for the response to begin. */
  readonly headersTimeoutMs?: number
  /** Longest silence inside a response. */
  readonly idleTimeoutMs?: number
  /** Longest silence, of either kind, until the engine has answered once; no less than the others. */
  readonly warmUpMs?: number
  readonly endpoint?: ModelServer['endpoint']
  readonly topLogprobs?: number
  /** How many GPUs the server uses. */
  readonly gpus?: number
}

/** A model server with its own connections, to be closed by its opener. */
export type ModelServer = {
  readonly url: string
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
  /** `chat` applies the model's template to the prompt; `text` sends it unchanged. */
  readonly endpoint: 'chat' | 'text'
  /** How many alternatives are requested with every token; more where an evaluation needs them. */
  readonly topLogprobs: number
  readonly warmUp: WarmUp
  readonly parameters: AcceptedParameters
  /** How long it may be silent now, in milliseconds, before its response begins or within it. */
  readonly silenceMs: (hasBegun: boolean) => number
  /** Splits the GPUs' time among the requests of this worker. */
  readonly meter: GpuMeter
  close(): Promise<void>
}

// vLLM closes an idle connection after 5 s; closing it earlier avoids writing into a closing one.
const KEEP_ALIVE_MS = 4_000

/** Opens a worker's own set of connections to the model server beside it. */
export function openModelServer(options: ModelServerOptions): ModelServer {
  const { headersTimeoutMs = 120_000, idleTimeoutMs = 60_000, warmUpMs = 0 } = options
  const warmUp = new WarmUp()
  const agent = new Agent({
    // One more than the samples, so that a probe never waits for a sample to end.
    connections: options.concurrency + 1,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  })
  return {
    url: options.url.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, ''),
    agent,
    headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
    endpoint: options.endpoint ?? 'chat',
    topLogprobs: options.topLogprobs ?? 0,
    warmUp,
    parameters: new AcceptedParameters(),
    silenceMs: (hasBegun) => Math.max(hasBegun ? idleTimeoutMs : headersTimeoutMs, warmUp.isOver ? 0 : warmUpMs),
    meter: new GpuMeter(options.gpus ?? 1, () => performance.now()),
    close: () => agent.destroy(),
  }
}
