import type { ShareTarget } from '@cges-fleet/core'
import type { Database, TeamId } from '@cges-fleet/db'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'

/** Whoever has a share link, and the rows it shows: the figures of what it leads to, and nothing else of its team. */
export interface ShareReader {
  readonly team: TeamId
  readonly db: Database
  /** The hash of the link's token, which the database looks the link up by. */
  readonly share: Uint8Array
  readonly target: ShareTarget
  readonly expiresAt: Date
}

/** Injects the reader of a route for share links, whom the guard has let in by then. */
export const Reader = createParamDecorator((_: unknown, context: ExecutionContext): ShareReader => {
  const { reader } = context.switchToHttp().getRequest<{ readonly reader?: ShareReader }>()
  if (reader === undefined) throw new Error('a route asked for its reader, but is not one for share links')
  return reader
})
