import { RequestParameter } from '@cges-fleet/core'
import { activeTraceparent, inSpan, type Span } from '@cges-fleet/telemetry'
import { Agent } from 'undici'
import type { EngineKind } from '../engines/engine-kind.js'
import { VLLM } from '../engines/vllm.js'
import { RateLimit } from './rate-limit.js'

type ModelServerOptions = {
  /** Where the server listens, with or without a trailing `/v1`. */
  readonly url: string
  /** Which of the models that it lists; the first unless given. */
  readonly model?: string | undefined
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
  /** Which of the models that it lists; null: the first. */
  readonly wanted: string | null
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
  /** `chat` applies the model's template to the prompt; `text` sends it unchanged. */
  readonly endpoint: 'chat' | 'text'
  /** How many alternatives are requested with every token; more where an evaluation needs them. */
  readonly topLogprobs: number
  readonly warmUp: WarmUp
  readonly parameters: AcceptedParameters
  readonly rateLimit: RateLimit
  /** What kind of server it is, once it was asked. */
  readonly engine: RecognisedEngine
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
  const engine = new RecognisedEngine()
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
    wanted: options.model ?? null,
    agent,
    rateLimit: new RateLimit(),
    headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
    endpoint: options.endpoint ?? 'chat',
    topLogprobs: options.topLogprobs ?? 0,
    warmUp,
    parameters: new AcceptedParameters(engine),
    engine,
    silenceMs: (hasBegun) => Math.max(hasBegun ? idleTimeoutMs : headersTimeoutMs, warmUp.isOver ? 0 : warmUpMs),
    meter: new GpuMeter(options.gpus ?? 1, () => performance.now()),
    close: () => agent.destroy(),
  }
}

/** Holds which kind of engine a server is: vLLM until another is recognised. */
class RecognisedEngine {
  kind: EngineKind = VLLM

  /** The parameters that it ignores without a word. */
  get ignores(): RequestParameter[] {
    return RequestParameter.options.filter((parameter) => this.kind.parameters[parameter] === null)
  }
}

/**
 * The parameters that a model server refuses or ignores, as far as they have been found. They are left out of its requests; a
 * setting that matters is then refused (`refusedSettings`).
 */
class AcceptedParameters {
  #refused: ReadonlySet<RequestParameter> = new Set()

  constructor(private readonly engine: RecognisedEngine) {}

  get refused(): readonly RequestParameter[] {
    return [...new Set([...this.#refused, ...this.engine.ignores])]
  }

  takes(parameter: RequestParameter): boolean {
    return !this.#refused.has(parameter) && this.engine.kind.parameters[parameter] !== null
  }

  /** Replaces what is known, such as before another engine is checked. */
  refuse(parameters: Iterable<RequestParameter>): void {
    this.#refused = new Set(parameters)
  }
}

/**
 * Tracks whether an engine has answered since it started. The first responses of one that compiles, or loads lazily,
 * may take minutes: a stream that has begun and is silent is then no fault yet.
 */
class WarmUp {
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** The server has started or restarted. */
  begin(): void {
    this.#isOver = false
  }

  /** A token has arrived. */
  end(): void {
    this.#isOver = true
  }
}

/**
 * Removes the server's key from what it said: some servers repeat the key they refuse, and their messages are stored.
 */
export function withoutKey({ headers }: Pick<ModelServer, 'headers'>, said: string): string {
  const key = headers['authorization']?.replace(/^Bearer /, '') ?? ''
  return key === '' ? said : said.replaceAll(key, '…')
}

/** The usage of one request so far; `end` returns the total, and nothing is added after. */
export interface GpuUse {
  /** Reports how many tokens the request has generated so far. */
  generated(tokens: number): void
  /** Milliseconds of GPU time. */
  end(): number
}

interface Running {
  tokens: number
  counted: number
  usedMs: number
}

/** Time is split over spans of at least this length, so that several tokens in one event are not taken for a pause. */
const SPAN_MS = 250

/**
 * Splits the time of the GPUs behind one model server among its concurrent requests: each span of time by the tokens
 * generated in it, and evenly if there were none, as during prefill. The shares of all requests add up to the time in
 * which at least one was running, times the GPUs.
 */
export class GpuMeter {
  readonly #running = new Set<Running>()
  #since = 0

  constructor(
    private readonly gpus: number,
    private readonly now: () => number,
  ) {}

  begin(): GpuUse {
    this.#split(0)
    const use: Running = { tokens: 0, counted: 0, usedMs: 0 }
    this.#running.add(use)
    return {
      generated: (tokens) => {
        use.tokens = tokens
        this.#split(SPAN_MS)
      },
      end: () => {
        if (this.#running.has(use)) this.#split(0)
        this.#running.delete(use)
        return use.usedMs
      },
    }
  }

  /** Distributes the time since the last split, if it is at least this long. */
  #split(leastMs: number): void {
    const now = this.now()
    const spanMs = now - this.#since
    if (spanMs < leastMs) return
    this.#since = now
    const running = [...this.#running]
    const generated = running.reduce((sum, one) => sum + one.tokens - one.counted, 0)
    for (const one of running) {
      const share = generated > 0 ? (one.tokens - one.counted) / generated : 1 / running.length
      one.usedMs += spanMs * this.gpus * share
      one.counted = one.tokens
    }
  }
}

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
