import { createHash } from 'node:crypto'
import type { Ask } from '../answers/responder.js'

/** Names a request without a name, deterministically. */
export function requestHash(model: string, ask: Ask | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([model, ask]))
    .digest('hex')
    .slice(0, 32)
}
