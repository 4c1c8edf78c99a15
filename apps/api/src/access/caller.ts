import type { Role, Scope } from '@cges-fleet/core'
import type { Database, TeamId } from '@cges-fleet/db'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'

/** Who asks, and what of the database they may see. Team and database come from here alone, never from the request's words. */
export interface Caller {
  readonly team: TeamId
  /** The team's own rows; every other row is out of its sight. */
  readonly db: Database
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** The key asked with; null on a fleet without sign-in. */
  readonly key: { readonly id: string; readonly name: string } | null
  /** How the log names it. */
  readonly actor: string
}

/** Hands a route its caller: the guard has let it in by then. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<HttpRequest>()
  if (caller === undefined) throw new Error('a route asked for its caller, but its policy lets in anyone')
  return caller
})

/** Whom an evaluation is told to be of, by the name of the key that submits it; null on a fleet without sign-in. */
export function ownerOf({ key }: Pick<Caller, 'key'>): string | null {
  return key?.name ?? null
}
