import { readFileSync } from 'node:fs'
import { WebhookName } from '@cges-fleet/core'
import { z } from 'zod'

/** The format of a shared secret, with a prefix that identifies it: 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const HOW = 'must be whsec_ and 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)"'

/** An address that the operator of the fleet allows to be notified of ended evaluations. */
const Fields = z.strictObject({
  name: WebhookName.describe('the name that `notify` uses'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
    .refine((url) => new URL(url).username === '' && new URL(url).password === '', 'must hold no user and no password')
    .describe('where messages go; no user or password in it'),
  format: z
    .enum(['json', 'slack'])
    .default('json')
    .describe('`slack` sends one sentence as `{"text": "…"}`, as Slack takes it'),
  secret: z
    .string()
    .regex(SECRET, HOW)
    .optional()
    .describe(
      'signs messages; shared with the receiver: `echo "whsec_$(openssl rand -base64 32)"`. Required unless `format` is `slack`',
    ),
  teams: z.array(z.string().min(1)).optional().describe('teams that may use it; all unless given'),
  private: z.boolean().default(false).describe('allows a host in a private network'),
})

export const Webhook = Fields.refine(({ format, secret }) => format === 'slack' || secret !== undefined, {
  path: ['secret'],
  error: HOW,
})
export type Webhook = z.infer<typeof Webhook>

const List = z
  .strictObject({ webhooks: z.array(Webhook).max(200) })
  .refine(({ webhooks }) => new Set(webhooks.map(({ name }) => name)).size === webhooks.length, 'names one twice')

/**
 * Loads the webhooks of WEBHOOKS_FILE, none if there is no such file; an invalid one aborts the start, and the error
 * contains no secret.
 */
export function loadWebhooks(file: string | undefined): readonly Webhook[] {
  if (file === undefined) return []
  const parsed = List.safeParse(jsonOf(file))
  if (!parsed.success) throw new Error(`WEBHOOKS_FILE ${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data.webhooks
}

function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    // oxlint-disable-next-line preserve-caught-error -- what a parser quotes may be a secret
    throw new Error(`WEBHOOKS_FILE ${file} cannot be read as JSON`)
  }
}
