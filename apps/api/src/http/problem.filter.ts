import { STATUS_CODES } from 'node:http'
import type { Problem } from '@cges-fleet/core'
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common'
import { Refusal, type RefusalKind } from './refusal.js'
import type { HttpResponse } from './http-response.js'

const STATUS: Record<RefusalKind, number> = { invalid: 400, not_found: 404, conflict: 409, unavailable: 503 }

/** Turns every error into a problem document; what is not the caller's business is logged, not told. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger('Api')

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<HttpResponse>()
    const problem = this.#problem(error)
    if (response.headersSent) {
      response.end()
      return
    }
    response.status(problem.status).setHeader('content-type', 'application/problem+json; charset=utf-8')
    response.end(JSON.stringify(problem))
  }

  #problem(error: unknown): Problem {
    if (error instanceof Refusal) {
      const problem = about(STATUS[error.kind], error.message)
      return error.fields.length === 0 ? problem : { ...problem, errors: [...error.fields] }
    }
    if (error instanceof HttpException) return about(error.getStatus(), error.message)
    if (isUnreachable(error)) {
      return about(503, 'The database cannot be reached. Check that PostgreSQL runs and that DATABASE_URL names it.')
    }
    this.#logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return about(500, 'Something went wrong in the API; its log has the reason.')
  }
}

function about(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** What the system, the name service and PostgreSQL say of a database that is away, gone, ending or full. */
const UNREACHABLE = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT 3D000 53300 57P01 57P02 57P03'.split(
    ' ',
  ),
)

function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)) return true
  return error instanceof Error && /connection terminated|timeout exceeded when trying to connect/i.test(error.message)
}
