import { routeName } from '@cges-fleet/core/contract'
import { writeRefusal } from '@cges-fleet/db'
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { routeServedBy } from '../routes/serves.js'
import { unauthenticated } from './unauthenticated.js'

/** Lets a request in when its route's scope does; a route that no contract declares lets in nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

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
    await writeRefusal(this.parts.identity, refusal)
    const held = caller.key === null ? 'your role' : `key ${caller.key.id}`
    throw new Refusal('forbidden', `This needs the scope ${scope}, which ${held} (${caller.role}) does not have.`)
  }
}
