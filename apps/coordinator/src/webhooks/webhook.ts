import { readFileSync } from 'node:fs'
import { schemaProblems, secretIssueText, WebhookName } from '@cges-fleet/core'
import { z } from 'zod'

/** The format of a shared secret, with a prefix that identifies it: 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const HOW = 'must be whsec_ and 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)"'

/** An address that the operator of the fleet allows to be notified of ended evaluations. */
const Fields = z.strictObject({
  name: WebhookName.describe('the name that `notify` uses'),
  url: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must be an address that begins with https://, http:// or mailto:' })
    .max(2000)
    .refine((url) => new URL(url).username === '' && new URL(url).password === '', 'must hold no user and no password')
    .describe('where messages go; no user or password in it. `mailto:` and one address if `format` is `email`'),
  format: z
    .enum(['json', 'slack', 'email'])
    .default('json')
    .describe(
      '`slack` sends one sentence as `{"text": "…"}`, as Slack takes it; `email` sends it by the file’s `smtp`',
    ),
  secret: z
    .string()
    .regex(SECRET, HOW)
    .optional()
    .describe(
      'signs messages; shared with the receiver: `echo "whsec_$(openssl rand -base64 32)"`. Required if `format` is `json`',
    ),
  teams: z.array(z.string().min(1)).optional().describe('teams that may use it; all unless given'),
  private: z.boolean().default(false).describe('allows a host in a private network'),
})

/** One address: no other header can be in it, and no second receiver. */
const MAILTO = /^mailto:[a-zA-Z0-9.!#$'*+/=^_`{|}~-]{1,64}@[a-zA-Z0-9.-]{1,190}$/

export const Webhook = Fields.refine(({ format, secret }) => format !== 'json' || secret !== undefined, {
  path: ['secret'],
  error: HOW,
})
  .refine(({ format, url }) => (format === 'email') === url.startsWith('mailto:'), {
    path: ['url'],
    error: 'must begin with mailto: if "format" is "email", and only then',
  })
  .refine(({ format, url }) => format !== 'email' || MAILTO.test(url), {
    path: ['url'],
    error: 'must be mailto: and one plain address, such as mailto:team@example.org',
  })

/** The server that sends e-mails, and from whom. */
export const Smtp = z.strictObject({
  url: z
    .url({ protocol: /^smtps?$/, error: 'must begin with smtps:// or smtp://' })
    .max(2000)
    .describe('`smtps://user:password@host`, or `smtp://…`, which must then offer STARTTLS; ports 465 and 587'),
  from: z
    .string()
    .regex(/^[a-zA-Z0-9.!#$'*+/=^_`{|}~-]{1,64}@[a-zA-Z0-9.-]{1,190}$/, 'must be one plain address')
    .describe('the sender’s address'),
  plain: z.boolean().default(false).describe('allows `smtp://` without encryption, such as to a relay on this machine'),
})
export type Smtp = z.infer<typeof Smtp>

/** A webhook as it is loaded: one that sends e-mails has the server. */
export type Webhook = z.infer<typeof Webhook> & { readonly smtp?: Smtp | undefined }

const List = z
  .strictObject({ smtp: Smtp.optional(), webhooks: z.array(Webhook).max(200) })
  .refine(({ smtp, webhooks }) => smtp !== undefined || webhooks.every(({ format }) => format !== 'email'), {
    path: ['smtp'],
    error: 'is needed to send e-mails: {"url": "smtps://user:password@host", "from": "fleet@example.org"}',
  })
  .refine(({ webhooks }) => new Set(webhooks.map(({ name }) => name)).size === webhooks.length, 'names one twice')

/**
 * Loads the webhooks of WEBHOOKS_FILE, none if there is no such file; an invalid one aborts the start, and the error
 * contains no secret.
 */
export function loadWebhooks(file: string | undefined): readonly Webhook[] {
  if (file === undefined) return []
  const parsed = List.safeParse(jsonOf(file), { error: secretIssueText })
  if (!parsed.success) throw new Error(`WEBHOOKS_FILE ${file}: ${schemaProblems(parsed.error).join('; ')}`)
  const { smtp, webhooks } = parsed.data
  return webhooks.map((webhook) => (webhook.format === 'email' ? { ...webhook, smtp } : webhook))
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
