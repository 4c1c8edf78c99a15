import { createHash } from 'node:crypto'
import type { Ask } from '../answers/responder.js'

/** Names a request that came without a name, the same each time it is asked. */
export function requestHash(model: string, ask: Ask | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([model, ask]))
    .digest('hex')
    .slice(0, 32)
}
