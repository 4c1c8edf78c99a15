import { STATUS_CODES } from 'node:http'
import type { Problem } from '@cges-fleet/core'
import { isOutage, QuestionTwice, StorageFull } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import type { HttpRequest, HttpResponse } from './request.js'
import { Missing, Refusal, type RefusalKind, TooSoon } from './refusal.js'

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_slow: 408,
  length_required: 411,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
}

/** A restarting database is back in a few seconds. */
const RETRY_AFTER_SECONDS = 2

/** How long the rest of a refused body is still received and dropped. */
const LINGER_MS = 1000

/** Turns every error into a problem document; internals are logged, not shown to the caller. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = logger('Api')

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<HttpResponse>()
    const request = host.switchToHttp().getRequest<HttpRequest>()
    const { requestId } = request
    const problem = { ...this.#problem(error, requestId), ...(requestId === undefined ? {} : { requestId }) }
    if (response.headersSent) {
      response.end()
      return
    }
    if (error instanceof TooSoon) response.setHeader('retry-after', Math.ceil(error.retryAfterSeconds))
    if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer')
    if (!request.complete) readNoLonger(request, response)
    if (problem.status === 503) response.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
    response.status(problem.status).setHeader('content-type', 'application/problem+json; charset=utf-8')
    response.end(JSON.stringify(problem))
  }

  #problem(error: unknown, requestId: string | undefined): Problem {
    if (error instanceof Refusal) {
      const problem = about(STATUS[error.kind], error.message)
      if (error instanceof Missing) return { ...problem, missing: error.id }
      return error.fields.length === 0 ? problem : { ...problem, errors: [...error.fields] }
    }
    if (error instanceof HttpException) return about(statusOf(error), error.message)
    if (error instanceof QuestionTwice) return about(400, `questions: ${error.message}`)
    if (error instanceof StorageFull) return about(409, fullStorage(error))
    if (isOutage(error)) {
      return about(503, 'The database cannot be reached. Check that PostgreSQL runs and that DATABASE_URL names it.')
    }
    const message = error instanceof Error ? error.message : String(error)
    this.#logger.error(message, { request: requestId, ...(error instanceof Error ? { stack: error.stack } : {}) })
    return about(500, 'Something went wrong in the API; its log has the reason.')
  }
}

function fullStorage({ bytes, limit, more }: StorageFull): string {
  const [stored, most, wanted] = [bytes, limit, more].map((count) => count.toLocaleString('en'))
  return `Your team stores ${stored} bytes of questions and texts, its limit is ${most}, and this needs ${wanted} more: a fleet administrator can raise it with cges team change NAME --stored-bytes N.`
}

/**
 * Express answers a malformed body with 403 if we refuse it while parsing; real authorisation failures are refusals of
 * ours.
 */
function statusOf(error: HttpException): number {
  const status = error.getStatus()
  return status === 403 ? 400 : status
}

/**
 * A client still sending reads the response only when it pauses: cut off at once, it would see a broken connection
 * instead.
 */
function readNoLonger(request: HttpRequest, response: HttpResponse): void {
  response.once('finish', () => {
    setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref()
  })
}

function about(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}
