import { Injectable } from '@nestjs/common'
import { TooSoon } from '../http/refusal.js'
import type { Caller } from './caller.js'
import { KeyRing } from './key-ring.js'

/** How often the keys of open streams are looked at again: a revoked one is out within this and a tick. */
const CHECK_MS = 2000

/** Streams one caller may hold open: more tabs than a browser opens of one site. */
const MOST = 10

interface Open {
  readonly key: string
  readonly ended: AbortController
}

/** The streams that are open, so that each ends when its caller's key does. */
@Injectable()
export class OpenStreams {
  readonly #open = new Set<Open>()
  #checking = false

  constructor(private readonly ring: KeyRing) {}

  /** Counts a stream in for as long as its signal lasts; who ends it for another reason aborts it too. */
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
    // A database that is away has nobody's keys: streams stay until it says otherwise, and read nothing meanwhile.
    const working = await this.ring.working(keys).catch(() => new Set(keys))
    for (const { key, ended } of this.#open) if (!working.has(key)) ended.abort()
    this.#checking = false
    if (this.#open.size > 0) this.#checkLater()
  }
}
