import type { IncomingMessage } from 'node:http'
import { type Route, ROUTES } from '@cges-fleet/core/contract'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { unauthenticated } from '../access/unauthenticated.js'
import { sendsLines } from './body-lines.js'
import { BodyRoom } from './body-room.js'
import type { HttpRequest } from './http-request.js'
import { MOST_MEMBERS, refuseForm } from './refuse-form.js'
import { Refusal } from './refusal.js'

const MEGABYTE = 1024 * 1024

/** An unauthenticated caller sends a key to sign in with, and nothing longer. */
const UNKNOWN_BYTES = 16 * 1024

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
}

/**
 * The parser would read an oversized body to its end before refusing it. Lines are read by their route, as they arrive.
 */
function boundBody(room: BodyRoom) {
  return (request: HttpRequest, _response: unknown, next: () => void): void => {
    if (request.headers['transfer-encoding'] !== undefined)
      throw new Refusal('length_required', 'Say how long the body is: send it whole, with its Content-Length.')
    const length = Number(request.headers['content-length'] ?? 0)
    if (request.caller === undefined && length > UNKNOWN_BYTES) throw unauthenticated()
    const lines = routeOf(request)?.lines
    const inLines = lines !== undefined && sendsLines(request)
    const limit = inLines ? lines.bytes : MEGABYTE
    if (length > limit) {
      const also = lines === undefined || inLines ? '' : LINES_TAKE_MORE
      throw new Refusal('too_large', `The body is larger than the ${limit / MEGABYTE} MB that are taken here${also}.`)
    }
    if (!inLines) room.take(request, length)
    next()
  }
}

const LINES_TAKE_MORE = ' as JSON: send more as lines of JSON, Content-Type: application/x-ndjson'

function routeOf(request: Pick<HttpRequest, 'method' | 'originalUrl'>): Route | undefined {
  const path = request.originalUrl.split('?')[0] ?? ''
  return WITH_BODY.find(({ method, form }) => method === request.method && form.test(path))?.route
}

/** The checks look at UTF-8 bytes; the parser would accept UTF-16, where they differ. */
function verify(...[request, , body, encoding]: [IncomingMessage, unknown, Buffer, string]): void {
  if (encoding !== 'utf-8') throw new Refusal('invalid', `Send the body as UTF-8, not as ${encoding}.`)
  const { anyCharacters = false, mostMembers = MOST_MEMBERS } = routeOf(request as HttpRequest) ?? {}
  refuseForm(body, { anyCharacters, mostMembers })
}
