import { routeName } from '@cges-fleet/core/contract'
import { type Database, writeRefusal } from '@cges-fleet/db'
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'
import { Refusal } from '../http/refusal.js'
import { routeServedBy } from '../routes/serves.js'
import { IDENTITY_DATABASE } from './tokens.js'
import { unauthenticated } from './unauthenticated.js'

/** Lets a request in if its route's scope allows the caller; a route missing from the contract lets in nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(IDENTITY_DATABASE) private readonly identity: Database) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeServedBy(context.getHandler())
    if (route === undefined) throw new Refusal('forbidden', 'This route lets in nobody.')
    const { scope } = route
    if (scope === 'anyone') return true
    const { caller } = context.switchToHttp().getRequest<HttpRequest>()
    if (caller === undefined) throw unauthenticated()
    if (caller.scopes.includes(scope)) return true
    const { actor, team } = caller
    const refusal = { team, actor, action: 'access.denied', subject: routeName(route), reason: scope } as const
    await writeRefusal(this.identity, refusal)
    const held = caller.key === null ? 'your role' : `key ${caller.key.id}`
    throw new Refusal('forbidden', `This needs the scope ${scope}, which ${held} (${caller.role}) does not have.`)
  }
}
