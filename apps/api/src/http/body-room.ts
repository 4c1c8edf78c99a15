import type { HttpRequest } from './http-request.js'
import { Refusal, TooSoon } from './refusal.js'

const MEGABYTE = 1024 * 1024

/** Memory for request bodies in flight: in all, and per team or for all unauthenticated callers. */
const ALL_BYTES = 64 * MEGABYTE
const OWN_BYTES = 16 * MEGABYTE

/** How long a JSON body may take to arrive. */
const BODY_MS = 60_000

/** Bounds the memory of request bodies in flight, however many and however slow their senders. */
export class BodyRoom {
  #all = 0
  readonly #own = new Map<string, number>()

  /** Reserves memory for a body until it has arrived, or refuses it while there is none. */
  take(request: HttpRequest, bytes: number): void {
    if (bytes === 0) return
    const who = request.caller?.team ?? ''
    if ((this.#own.get(who) ?? 0) + bytes > OWN_BYTES)
      throw new TooSoon(
        `Bodies of ${OWN_BYTES / MEGABYTE} MB are coming in from you already: send this one after them.`,
        1,
      )
    if (this.#all + bytes > ALL_BYTES)
      throw new Refusal(
        'unavailable',
        `Bodies of ${ALL_BYTES / MEGABYTE} MB are coming in already: send this one later.`,
      )
    this.#add(who, bytes)
    const late = setTimeout(() => request.socket.destroy(), BODY_MS).unref()
    let held = true
    const release = () => {
      if (held) this.#add(who, -bytes)
      held = false
      clearTimeout(late)
    }
    request.once('end', release).once('close', release)
  }

  #add(who: string, bytes: number): void {
    this.#all += bytes
    const own = (this.#own.get(who) ?? 0) + bytes
    if (own === 0) this.#own.delete(who)
    else this.#own.set(who, own)
  }
}
