import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'
import { queryNames } from '../http/query-names.js'
import { Refusal } from '../http/refusal.js'
import { routeServedBy } from '../routes/serves.js'

/** How many unknown parameters a refusal names, and how much of each. */
const MOST_NAMES = 5
const LONGEST_NAME = 80

/** Refuses query parameters that a route does not declare: ignored silently, they would seem to work. */
@Injectable()
export class ParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { originalUrl } = context.switchToHttp().getRequest<HttpRequest>()
    const known = Object.keys(routeServedBy(context.getHandler())?.query ?? {})
    const unknown = [...new Set(queryNames(originalUrl))].filter((name) => !known.includes(name))
    if (unknown.length === 0) return true
    const told = unknown.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME))
    const takes = known.length === 0 ? 'this route takes none' : `this route takes ${known.join(', ')}`
    const more = unknown.length > MOST_NAMES ? ` and ${unknown.length - MOST_NAMES} more` : ''
    throw new Refusal(
      'invalid',
      `There is no parameter ${told.map((name) => JSON.stringify(name)).join(', ')}${more}: ${takes}.`,
      told.map((field) => ({ field, problem: `there is no such parameter: ${takes}` })),
    )
  }
}
