import type { IncomingMessage } from 'node:http'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ROUTES } from '../openapi/routes.js'
import type { HttpRequest } from './http-request.js'
import { MOST_MEMBERS, refuseForm } from './refuse-form.js'
import { Refusal } from './refusal.js'

/** Bodies are small, but for the routes that say otherwise, and for callers that are known. */
const SMALL = 1024 * 1024

const LARGE = ROUTES.flatMap(({ bodyLimit: limit, method, path, anyCharacters = false }) =>
  limit === undefined ? [] : [{ method: method.toUpperCase(), form: formOf(path), limit, anyCharacters }],
)

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i')
}

/** Reads bodies as JSON within bounds: of size, which nobody may stretch by compressing, and of depth. */
export function readJson(app: NestExpressApplication): void {
  app.use(refuseLarge)
  const common = { inflate: false, verify }
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

/** What is looked for byte by byte has other bytes in UTF-16, which the parser would read as well. */
function verify(...[request, , body, encoding]: [IncomingMessage, unknown, Buffer, string]): void {
  if (encoding !== 'utf-8') throw new Refusal('invalid', `Send the body as UTF-8, not as ${encoding}.`)
  const large = largeRoute(request as HttpRequest)
  const mostMembers = large === undefined ? MOST_MEMBERS : Infinity
  refuseForm(body, { anyCharacters: large?.anyCharacters === true, mostMembers })
}
