import { WebhookName } from '@cges-fleet/core'
import { z } from 'zod'

/** The format of a shared secret, with a prefix that identifies it: 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const HOW = 'must be whsec_ and 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)"'

/** An address that the operator of the fleet allows to be notified of ended evaluations. */
export const Webhook = z.strictObject({
  name: WebhookName,
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
    .refine((url) => new URL(url).username === '' && new URL(url).password === '', 'must hold no user and no password'),
  /** The secret that its messages are signed with, shared with the receiver. */
  secret: z.string().regex(SECRET, HOW),
  /** The teams that may name it; all unless given. */
  teams: z.array(z.string().min(1)).optional(),
  /** Whether its host may be one of a private network: one of a public name never is by accident. */
  private: z.boolean().default(false),
})
export type Webhook = z.infer<typeof Webhook>
