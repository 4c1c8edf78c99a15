import { Injectable } from '@nestjs/common'
import { TooSoon } from '../http/refusal.js'
import type { Caller } from './caller.js'
import { KeyRing } from './key-ring.js'

/** How often the keys of open streams are checked: a revoked key's streams end within this and a tick. */
const CHECK_MS = 2000

/** Streams one caller may hold open: more than the tabs a browser would open of one site. */
const MOST = 10

interface Open {
  /** The caller's key or session. */
  readonly name: string
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
    const { stream: name, key } = caller
    if (name === null) return ended
    if ([...this.#open].filter((open) => open.name === name).length >= MOST) {
      const whose = key === null ? 'browser' : 'key'
      throw new TooSoon(`This ${whose} has ${MOST} streams open already: close one first.`, CHECK_MS / 1000)
    }
    const stream = { name, ended }
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
    const names = [...new Set([...this.#open].map(({ name }) => name))]
    // If the database is unavailable the keys cannot be checked: streams stay open, and send nothing meanwhile.
    const working = await this.ring.working(names).catch(() => new Set(names))
    for (const { name, ended } of this.#open) if (!working.has(name)) ended.abort()
    this.#checking = false
    if (this.#open.size > 0) this.#checkLater()
  }
}
