import { unescape } from 'node:querystring'
import { inNumber, Role, type Scope, scopesOf } from '@cges-fleet/core'
import { routeName } from '@cges-fleet/core/contract'
import { type Database, writeAudit, writeRefusal } from '@cges-fleet/db'
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common'
import { mergeMap, type Observable } from 'rxjs'
import type { HttpRequest } from '../http/request.js'
import { Refusal, unauthenticated } from '../http/refusal.js'
import { routeServedBy } from '../http/serves.js'
import { IDENTITY_DATABASE } from '../tokens.js'
import { ShareReaders } from './share-readers.js'

/** Lets a request in if its route's scope allows the caller; a route missing from the contract lets in nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    private readonly readers: ShareReaders,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeServedBy(context.getHandler())
    if (route === undefined) throw new Refusal('forbidden', 'Nobody may use this route.')
    const { scope } = route
    if (scope === 'anyone') return true
    const request = context.switchToHttp().getRequest<HttpRequest>()
    if (scope === 'link') return this.#letReader(request)
    const { caller } = request
    if (caller === undefined) throw unauthenticated()
    if (caller.scopes.includes(scope)) return true
    const { actor, team } = caller
    const refusal = { team, actor, action: 'access.denied', subject: routeName(route), reason: scope } as const
    await writeRefusal(this.identity, refusal)
    const held = caller.key === null ? 'your role' : `key ${caller.key.id}`
    const lacking = `This needs the scope ${scope}, which ${held} (${caller.role}) does not have.`
    throw new Refusal('forbidden', `${lacking} ${whoHas(scope, caller.role)}`)
  }

  async #letReader(request: HttpRequest): Promise<boolean> {
    const reader = await this.readers.recognise(request)
    if (reader === null) {
      const needs = 'This takes a share link: send its token as the header Share-Token.'
      throw new Refusal(request.caller === undefined ? 'unauthenticated' : 'forbidden', needs)
    }
    request.reader = reader
    return true
  }
}

/** Says which roles have a scope, and whom to ask. */
function whoHas(scope: Scope, own: Role): string {
  const roles = Role.options.filter((role) => scopesOf(role, null).includes(scope))
  if (roles.includes(own)) return 'Its role has it, but the key is limited to other scopes: use another key.'
  const whom = roles.includes('admin') ? 'an admin of your team' : 'your platform engineer'
  return `${inNumber(roles.length, 'The role', 'The roles')} ${roles.join(', ')} ${inNumber(roles.length, 'has', 'have')} it: ask ${whom}.`
}

/** How many unknown parameters a refusal names, and how much of each. */
const MOST_NAMES = 5
const LONGEST_NAME = 80

/** Refuses query parameters that a route does not declare: ignored silently, they would seem to work. */
@Injectable()
export class ParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { originalUrl } = context.switchToHttp().getRequest<HttpRequest>()
    const route = routeServedBy(context.getHandler())
    if (route?.anyQuery === true) return true
    const known = Object.keys(route?.query ?? {})
    const unknown = [...new Set(queryNames(originalUrl))].filter((name) => !known.includes(name))
    if (unknown.length === 0) return true
    const names = unknown.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME))
    const takes = known.length === 0 ? 'this route takes none' : `this route takes ${known.join(', ')}`
    const more = unknown.length > MOST_NAMES ? ` and ${unknown.length - MOST_NAMES} more` : ''
    throw new Refusal(
      'invalid',
      `Unknown parameter ${names.map((name) => JSON.stringify(name)).join(', ')}${more}: ${takes}.`,
      names.map((field) => ({ field, problem: `unknown parameter: ${takes}` })),
    )
  }
}

/** Lists the decoded names of a URL's query parameters, also of those a parser would drop. */
function queryNames(address: string): string[] {
  const start = address.indexOf('?')
  const pairs = start < 0 ? [] : address.slice(start + 1).split('&')
  return pairs.flatMap((pair) => (pair === '' ? [] : [unescape((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '))]))
}

/** Audits what a route did, if the contract names an action for it; refused requests are not audited here. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(IDENTITY_DATABASE) private readonly identity: Database) {}

  intercept(context: ExecutionContext, handler: CallHandler): Observable<unknown> {
    const { audit: action, auditsAnswer = false } = routeServedBy(context.getHandler()) ?? {}
    const { caller, params } = context.switchToHttp().getRequest<HttpRequest>()
    if (action === undefined || caller === undefined) return handler.handle()
    const { actor, team } = caller
    const subject = Object.values(params)[0] ?? null
    const written = async (answer: unknown) => {
      await writeAudit(this.identity, {
        team,
        actor,
        action,
        subject,
        ...(auditsAnswer ? { detail: { ...Object(answer) } } : {}),
      })
      return answer
    }
    return handler.handle().pipe(mergeMap(written))
  }
}
