import type { ModelServer } from '../model-server/open-model-server.js'
import { type ModelServerFacts, probeModelServer } from '../model-server/probe-model-server.js'

const PROBE_EVERY_MS = 1000

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
    private readonly accept: (facts: ModelServerFacts) => Promise<void>,
    private readonly changed: (trouble: string | null) => void,
  ) {}

  get trouble(): string | null {
    return this.#trouble
  }

  get model(): string {
    return this.#facts?.model ?? 'unknown'
  }

  /** Engine and version, kept with every sample. */
  get fingerprint(): string | null {
    return this.#facts === undefined ? null : `${this.#facts.version ?? 'unknown'} ${this.#facts.model}`
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
      await this.accept(facts)
      this.#facts = facts
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
    this.changed(trouble)
  }

  #schedule(ms: number): void {
    if (this.#ended) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#probe(), ms)
  }
}
