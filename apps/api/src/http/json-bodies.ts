import type { IncomingMessage } from 'node:http'
import { type Route, ROUTES } from '@cges-fleet/core/contract'
import { formProblem, MOST_MEMBERS } from '@cges-fleet/stores'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { sendsLines } from './body-lines.js'
import { Refusal, TooSoon, unauthenticated } from './refusal.js'
import type { HttpRequest } from './request.js'

const MEGABYTE = 1024 * 1024

/** An unauthenticated caller sends a key to sign in with, and nothing longer. */
const UNKNCALLER_BYTES = 16 * 1024

const WITH_BODY = ROUTES.flatMap((route) =>
  route.body === undefined ? [] : [{ route, method: route.at.method.toUpperCase(), form: formOf(route.at.path) }],
)

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i')
}

/**
 * Parses JSON bodies within bounds: of size, which compression cannot circumvent, of nesting, and of all bodies
 * together.
 */
export function acceptJson(app: NestExpressApplication): void {
  app.use(boundBody(new BodyRoom()))
  app.useBodyParser('json', { inflate: false, verify, limit: MEGABYTE, type: 'application/json' })
  app.useBodyParser('urlencoded', { inflate: false, extended: false, limit: UNKNCALLER_BYTES, type: isForm })
}

function isForm(request: IncomingMessage): boolean {
  const type = request.headers['content-type'] ?? ''
  return /^application\/x-www-form-urlencoded\b/i.test(type) && routeOf(request as HttpRequest)?.form === true
}

/**
 * The parser would read an oversized body to its end before refusing it. Lines are read by their route, as they arrive.
 */
function boundBody(room: BodyRoom) {
  return (request: HttpRequest, _response: unknown, next: () => void): void => {
    if (request.headers['transfer-encoding'] !== undefined)
      throw new Refusal('length_required', 'The request has no Content-Length header. Send one.')
    const length = Number(request.headers['content-length'] ?? 0)
    if (request.caller === undefined && length > UNKNCALLER_BYTES) throw unauthenticated()
    const lines = routeOf(request)?.lines
    const inLines = lines !== undefined && sendsLines(request)
    const limit = inLines ? lines.bytes : MEGABYTE
    if (length > limit) {
      const hint = lines === undefined || inLines ? 'Split it into smaller requests.' : LINES_TAKE_MORE
      const size = `${Math.ceil(length / MEGABYTE)} MB, and this route takes at most ${limit / MEGABYTE} MB`
      throw new Refusal('too_large', `The request has ${size}. ${hint}`)
    }
    if (!inLines) room.take(request, length)
    next()
  }
}

const LINES_TAKE_MORE = 'Send more as lines of JSON, with Content-Type: application/x-ndjson.'

function routeOf(request: Pick<HttpRequest, 'method' | 'originalUrl'>): Route | undefined {
  const path = request.originalUrl.split('?')[0] ?? ''
  return WITH_BODY.find(({ method, form }) => method === request.method && form.test(path))?.route
}

/** The checks look at UTF-8 bytes; the parser would accept UTF-16, where they differ. */
function verify(...[request, , body, encoding]: [IncomingMessage, unknown, Buffer, string]): void {
  if (encoding !== 'utf-8') throw new Refusal('invalid', `Send the body as UTF-8, not as ${encoding}.`)
  const { anyCharacters = false, mostMembers = MOST_MEMBERS } = routeOf(request as HttpRequest) ?? {}
  const problem = formProblem(body, { anyCharacters, mostMembers })
  if (problem !== null) throw new Refusal('invalid', problem)
}

/** Memory for request bodies in flight: in all, and per team or for all unauthenticated callers. */
const ALL_BYTES = 64 * MEGABYTE
const CALLER_BYTES = 16 * MEGABYTE

/** How long a JSON body may take to arrive. */
const BODY_MS = 60_000

/** Bounds the memory of request bodies in flight, however many and however slow their senders. */
class BodyRoom {
  #all = 0
  readonly #ofCaller = new Map<string, number>()

  /** Reserves memory for a body until it has arrived, or refuses it while there is none. */
  take(request: HttpRequest, bytes: number): void {
    if (bytes === 0) return
    const who = request.caller?.team ?? ''
    if ((this.#ofCaller.get(who) ?? 0) + bytes > CALLER_BYTES)
      throw new TooSoon(
        `Your team is already sending ${CALLER_BYTES / MEGABYTE} MB, the most at once. Send this when those requests are done.`,
        1,
      )
    if (this.#all + bytes > ALL_BYTES)
      throw new Refusal(
        'unavailable',
        `The API is already receiving ${ALL_BYTES / MEGABYTE} MB, the most at once. Send this again in a minute.`,
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
    const ofCaller = (this.#ofCaller.get(who) ?? 0) + bytes
    if (ofCaller === 0) this.#ofCaller.delete(who)
    else this.#ofCaller.set(who, ofCaller)
  }
}
