import type { Preflight } from '@cges-fleet/core'
import type { WorkerEnvironment } from '../env.js'
import type { ModelServer } from '../model-server/model-server.js'
import { type ModelServerFacts, probeModelServer } from '../model-server/probe-model-server.js'
import { runPreflight } from '../preflight/run-preflight.js'

const PROBE_EVERY_MS = 1000

/** A server that nobody draws from is looked for this often: otherwise its end shows at the next call alone. */
const IDLE_LOOK_MS = 15_000

/** A server that is up but does not answer is not asked for tokens as often. */
const PREFLIGHT_EVERY_MS = 5000

/** One that offers too little stays so until somebody restarts it. */
const LESS_EVERY_MS = 30_000

const CHECKING = 'it is finding out what the model server can do'

/** The worker as an engine notifies it. */
export interface EngineWorker {
  /** Throws if the worker must not draw from this server. */
  accept(facts: ModelServerFacts): Promise<void>
  /** The server's abilities are about to be checked; the worker is not drawing yet. */
  checking(): void
  /** Throws if the server offers less than its pool promises. */
  checked(preflight: Preflight): Promise<void>
  changed(trouble: string | null): void
  /** Whether no call is in flight, whose fate would show how the server is. */
  isIdle(): boolean
}

/**
 * The model server beside this worker and whether it can be used. If it cannot be reached, refuses the key or serves
 * another model, it pauses the worker, which resumes by itself once the server is right again.
 */
export class Engine {
  #facts: ModelServerFacts | undefined
  #trouble: string | null = 'the model server has not answered yet'
  #timer: NodeJS.Timeout | undefined
  #preflight: Preflight | null = null
  readonly #ended = new AbortController()

  constructor(
    readonly server: ModelServer,
    private readonly worker: EngineWorker,
    /** The settings that no server reports. */
    private readonly fallbacks: Pick<WorkerEnvironment, 'LOGPROBS_MODE' | 'MODEL_REVISION'>,
    private readonly idleLookMs = IDLE_LOOK_MS,
  ) {}

  get trouble(): string | null {
    return this.#trouble
  }

  /** Why a usable server produces nothing now; null otherwise. */
  get waiting(): string | null {
    const seconds = Math.ceil(this.server.rateLimit.waitMs / 1000)
    if (this.#trouble === null && seconds > 0) return `waiting for the model server’s rate limit, ${seconds} s more`
    return this.#trouble === null && !this.server.warmUp.isOver ? 'warming up: no token has come yet' : null
  }

  /** What was found out about the server before its first call; null until it is. */
  get preflight(): Preflight | null {
    return this.#preflight
  }

  get model(): string {
    return this.#facts?.model ?? 'unknown'
  }

  /**
   * Version, model and its revision, context length and log-probability mode of the engine, stored with every sample.
   */
  get fingerprint(): string | null {
    if (this.#facts === undefined) return null
    const { version, model, maxModelLen } = this.#facts
    const { LOGPROBS_MODE: logprobs, MODEL_REVISION: revision } = this.fallbacks
    const named = revision === undefined ? model : `${model}@${revision}`
    return `${version ?? 'unknown'} ${named} max_model_len=${maxModelLen ?? 'unknown'} logprobs=${logprobs}`
  }

  /** Starts probing until the server is usable. */
  start(): void {
    this.#schedule(0)
  }

  stop(): void {
    this.#ended.abort()
    clearTimeout(this.#timer)
  }

  /**
   * Call after a request failed before its first byte: probes the server, and pauses the worker if it is really down.
   */
  suspect(reason: string): void {
    if (this.#trouble === null) void this.#probe(reason)
  }

  /** Pauses the worker: no request can succeed until someone fixes the server. */
  pause(reason: string): void {
    this.#set(reason)
    this.#schedule(PROBE_EVERY_MS)
  }

  async #probe(because?: string): Promise<void> {
    let again = PROBE_EVERY_MS
    try {
      const facts = await probeModelServer(this.server)
      await this.worker.accept(facts)
      const isAnother = this.#isAnother(facts)
      this.#facts = facts
      if (this.#trouble !== null || isAnother) this.server.warmUp.begin()
      if (this.#trouble !== null || isAnother || this.#preflight === null) {
        again = PREFLIGHT_EVERY_MS
        const found = await this.#check(facts)
        again = LESS_EVERY_MS
        await this.worker.checked(found)
      }
      this.#set(null)
      this.#schedule(this.idleLookMs, () => this.#lookIfIdle())
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#set(because === undefined ? reason : `${reason} (${because})`)
      this.#schedule(again)
    }
  }

  /** One look may fail by chance: `#probe` asks again, and pauses the worker if that fails too. */
  async #lookIfIdle(): Promise<void> {
    const found = this.worker.isIdle() ? await probeModelServer(this.server).catch(() => null) : this.#facts
    if (this.#trouble !== null) return
    if (found != null && !this.#isAnother(found)) this.#schedule(this.idleLookMs, () => this.#lookIfIdle())
    else this.#schedule(PROBE_EVERY_MS)
  }

  /** A server that was away, or is another, may have other abilities. */
  async #check({ model, inventsAnswers }: ModelServerFacts): Promise<Preflight> {
    this.#preflight = null
    if (this.#trouble !== null) {
      this.#trouble = CHECKING
      this.worker.checking()
    }
    const found = await runPreflight({ server: this.server, model, inventsAnswers, signal: this.#ended.signal })
    this.#preflight = found
    // The first answers of an evaluation, longer and side by side, may still have to wait for an engine that compiles.
    this.server.warmUp.begin()
    return found
  }

  #isAnother(facts: ModelServerFacts): boolean {
    const { model, version, maxModelLen } = this.#facts ?? facts
    return model !== facts.model || version !== facts.version || maxModelLen !== facts.maxModelLen
  }

  #set(trouble: string | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.worker.changed(trouble)
  }

  #schedule(ms: number, look = () => this.#probe()): void {
    if (this.#ended.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void look(), ms)
  }
}
