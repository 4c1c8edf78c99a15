import { writeAudit } from '@cges-fleet/db'
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common'
import { mergeMap, type Observable } from 'rxjs'
import type { HttpRequest } from '../http/http-request.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { routeServedBy } from '../routes/serves.js'

/** Writes down what a route did, where its declaration names an action for the log; what was refused is not done. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  intercept(context: ExecutionContext, handler: CallHandler): Observable<unknown> {
    const action = routeServedBy(context.getHandler())?.audit
    const { caller, params } = context.switchToHttp().getRequest<HttpRequest>()
    if (action === undefined || caller === undefined) return handler.handle()
    const { actor, team } = caller
    const subject = Object.values(params)[0] ?? null
    const written = async (answer: unknown) => {
      await writeAudit(this.parts.identity, { team, actor, action, subject })
      return answer
    }
    return handler.handle().pipe(mergeMap(written))
  }
}
