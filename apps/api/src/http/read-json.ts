import type { IncomingMessage } from 'node:http'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ROUTES } from '../openapi/routes.js'
import type { HttpRequest } from './http-request.js'
import { Refusal } from './refusal.js'

/** Bodies are small, but for the routes that say otherwise, and for callers that are known. */
const SMALL = 1024 * 1024

const DEEPEST = 20

const LARGE = ROUTES.flatMap(({ bodyLimit, method, path, anyCharacters = false }) => {
  const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i')
  return bodyLimit === undefined ? [] : [{ method: method.toUpperCase(), form, limit: bodyLimit, anyCharacters }]
})

/** Reads bodies as JSON within bounds: of size, which nobody may stretch by compressing, and of depth. */
export function readJson(app: NestExpressApplication): void {
  app.use(refuseLarge)
  const common = { inflate: false, verify: refuseForm }
  for (const limit of new Set(LARGE.map((route) => route.limit))) {
    app.useBodyParser('json', { ...common, limit, type: (request: HttpRequest) => limitOf(request) === limit })
  }
  app.useBodyParser('json', { ...common, limit: SMALL, type: (request: HttpRequest) => limitOf(request) === SMALL })
}

/** The parser would read what is too large to its end before it says so. */
function refuseLarge(request: HttpRequest, _response: unknown, next: () => void): void {
  if (request.headers['transfer-encoding'] !== undefined)
    throw new Refusal('length_required', 'Say how long the body is: send it whole, with its Content-Length.')
  const limit = limitOf(request) ?? SMALL
  if (Number(request.headers['content-length'] ?? 0) > limit)
    throw new Refusal('too_large', `The body is larger than the ${limit / SMALL} MB that are taken here.`)
  next()
}

function limitOf(request: HttpRequest): number | null {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return null
  if (request.caller === undefined) return SMALL
  return largeRoute(request)?.limit ?? SMALL
}

function largeRoute(request: Pick<HttpRequest, 'method' | 'originalUrl'>) {
  const path = request.originalUrl.split('?')[0] ?? ''
  return LARGE.find(({ method, form }) => method === request.method && form.test(path))
}

/** Names that mean something to the language itself: nothing of ours is called so, and no schema need ever see them. */
const LANGUAGE_NAMES = /"(?:__proto__|constructor|prototype)"\s*:/

/** Escapes of characters that no text of PostgreSQL can hold: NUL, and halves of surrogate pairs. */
const NO_TEXT =
  /(?<!\\)(?:\\\\)*(?:\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f][0-9a-f]{2})|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})/i

function refuseForm(request: IncomingMessage, _response: unknown, body: Buffer): void {
  const text = body.toString('latin1')
  const named = LANGUAGE_NAMES.exec(text)
  if (named !== null) throw new Refusal('invalid', `The body has a field that nothing here has: ${named[0]}`)
  const broken = largeRoute(request as HttpRequest)?.anyCharacters === true ? null : NO_TEXT.exec(text)
  if (broken !== null)
    throw new Refusal('invalid', `The body has a character that is none: ${broken[0]}. Leave it out.`)
  refuseDepth(body)
}

/** Counts how deep brackets nest, outside of strings, before anything is built of them. */
function refuseDepth(body: Buffer): void {
  let [depth, quoted] = [0, false]
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > DEEPEST) throw new Refusal('invalid', `The body nests deeper than ${DEEPEST} levels.`)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
