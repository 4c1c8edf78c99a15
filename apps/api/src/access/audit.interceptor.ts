import { type Database, writeAudit } from '@cges-fleet/db'
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common'
import { mergeMap, type Observable } from 'rxjs'
import type { HttpRequest } from '../http/http-request.js'
import { routeServedBy } from '../routes/serves.js'
import { IDENTITY_DATABASE } from './tokens.js'

/** Audits what a route did, if the contract names an action for it; refused requests are not audited here. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(IDENTITY_DATABASE) private readonly identity: Database) {}

  intercept(context: ExecutionContext, handler: CallHandler): Observable<unknown> {
    const action = routeServedBy(context.getHandler())?.audit
    const { caller, params } = context.switchToHttp().getRequest<HttpRequest>()
    if (action === undefined || caller === undefined) return handler.handle()
    const { actor, team } = caller
    const subject = Object.values(params)[0] ?? null
    const written = async (answer: unknown) => {
      await writeAudit(this.identity, { team, actor, action, subject })
      return answer
    }
    return handler.handle().pipe(mergeMap(written))
  }
}
