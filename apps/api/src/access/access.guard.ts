import { writeRefusal } from '@cges-fleet/db'
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { routeOfHandler } from './route-of-handler.js'
import { unauthenticated } from './unauthenticated.js'

/** Lets a request in when its route's policy does; a route without a policy lets in nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOfHandler(context.getClass(), context.getHandler())
    const policy = route?.declared?.policy
    if (route === null || policy === undefined) throw new Refusal('forbidden', 'This route lets in nobody.')
    if (policy === 'anyone') return true
    const { caller } = context.switchToHttp().getRequest<HttpRequest>()
    if (caller === undefined) throw unauthenticated()
    if (caller.scopes.includes(policy)) return true
    const { actor, team } = caller
    const refusal = { team, actor, action: 'access.denied', subject: route.name, reason: policy } as const
    await writeRefusal(this.parts.identity, refusal)
    const held = caller.key === null ? 'your role' : `key ${caller.key.id}`
    throw new Refusal('forbidden', `This needs the scope ${policy}, which ${held} (${caller.role}) does not have.`)
  }
}
