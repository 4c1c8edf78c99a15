import type { RefusedSetting } from '@cges-fleet/core'
import type { Drawn } from '../model-server/drawn.js'

/** The end of a request that was not sent, since its server cannot apply a setting that matters. */
export function rejectedBy({ parameter, field, value, neutral }: RefusedSetting): Drawn {
  return {
    kind: 'rejected',
    status: 400,
    message:
      `the model server does not accept ${parameter}, and this evaluation sets ${field} to ${value}: ` +
      `set ${field} to ${neutral}, or use a server that accepts it`,
  }
}
