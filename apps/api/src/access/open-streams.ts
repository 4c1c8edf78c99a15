import { Injectable } from '@nestjs/common'
import { TooSoon } from '../http/refusal.js'
import type { Caller } from './caller.js'
import { KeyRing } from './key-ring.js'

/** How often the keys of open streams are checked: a revoked key's streams end within this and a tick. */
const CHECK_MS = 2000

/** Streams one caller may hold open: more than the tabs a browser would open of one site. */
const MOST = 10

interface Open {
  readonly key: string
  readonly ended: AbortController
}

/** The open streams, so that each ends when its caller's key does. */
@Injectable()
export class OpenStreams {
  readonly #open = new Set<Open>()
  #checking = false

  constructor(private readonly ring: KeyRing) {}

  /** Registers a stream until its signal aborts; whoever ends it for another reason must abort it too. */
  open(caller: Caller): AbortController {
    const ended = new AbortController()
    if (caller.key === null) return ended
    const { id } = caller.key
    if ([...this.#open].filter(({ key }) => key === id).length >= MOST) {
      throw new TooSoon(`This key has ${MOST} streams open already: close one first.`, CHECK_MS / 1000)
    }
    const stream = { key: id, ended }
    this.#open.add(stream)
    ended.signal.addEventListener('abort', () => this.#open.delete(stream), { once: true })
    if (!this.#checking) this.#checkLater()
    return ended
  }

  #checkLater(): void {
    this.#checking = true
    setTimeout(() => void this.#check(), CHECK_MS).unref()
  }

  async #check(): Promise<void> {
    const keys = [...new Set([...this.#open].map(({ key }) => key))]
    // If the database is unavailable the keys cannot be checked: streams stay open, and send nothing meanwhile.
    const working = await this.ring.working(keys).catch(() => new Set(keys))
    for (const { key, ended } of this.#open) if (!working.has(key)) ended.abort()
    this.#checking = false
    if (this.#open.size > 0) this.#checkLater()
  }
}
