import type { WorkerEnvironment } from '../env.js'
import type { ModelServer } from '../model-server/open-model-server.js'
import { type ModelServerFacts, probeModelServer } from '../model-server/probe-model-server.js'

const PROBE_EVERY_MS = 1000

/** What an engine tells its worker. */
export interface EngineWorker {
  /** Throws where the worker must not draw from this server. */
  accept(facts: ModelServerFacts): Promise<void>
  changed(trouble: string | null): void
}

/**
 * The model server beside this worker and whether it can be used. A server that cannot be reached, refuses the key
 * or serves another model pauses the worker, which goes on by itself once the server is right again.
 */
export class Engine {
  #facts: ModelServerFacts | undefined
  #trouble: string | null = 'the model server has not answered yet'
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(
    readonly server: ModelServer,
    private readonly worker: EngineWorker,
    /** What the server tells nobody. */
    private readonly untold: Pick<WorkerEnvironment, 'LOGPROBS_MODE' | 'MODEL_REVISION'>,
  ) {}

  get trouble(): string | null {
    return this.#trouble
  }

  /** Said while the server is right but nothing has come of it yet; null otherwise. */
  get warmingUp(): string | null {
    return this.#trouble === null && !this.server.warmUp.isOver ? 'warming up: no token has come yet' : null
  }

  get model(): string {
    return this.#facts?.model ?? 'unknown'
  }

  /** Version, model and its revision, context length and log-probability mode of the engine, kept with every sample. */
  get fingerprint(): string | null {
    if (this.#facts === undefined) return null
    const { version, model, maxModelLen } = this.#facts
    const { LOGPROBS_MODE: logprobs, MODEL_REVISION: revision } = this.untold
    const named = revision === undefined ? model : `${model}@${revision}`
    return `${version ?? 'unknown'} ${named} max_model_len=${maxModelLen ?? 'unknown'} logprobs=${logprobs}`
  }

  /** Begins probing until the server is right. */
  start(): void {
    this.#schedule(0)
  }

  stop(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  /** A request failed before its first byte: the server is probed, and the worker paused if it is really away. */
  suspect(reason: string): void {
    if (this.#trouble === null) void this.#probe(reason)
  }

  /** No request can succeed until someone mends the server. */
  pause(reason: string): void {
    this.#set(reason)
    this.#schedule(PROBE_EVERY_MS)
  }

  async #probe(because?: string): Promise<void> {
    try {
      const facts = await probeModelServer(this.server)
      await this.worker.accept(facts)
      this.#facts = facts
      if (this.#trouble !== null) this.server.warmUp.begin()
      this.#set(null)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#set(because === undefined ? reason : `${reason} (${because})`)
      this.#schedule(PROBE_EVERY_MS)
    }
  }

  #set(trouble: string | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.worker.changed(trouble)
  }

  #schedule(ms: number): void {
    if (this.#ended) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#probe(), ms)
  }
}
