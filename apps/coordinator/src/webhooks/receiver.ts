import type { WebhookMessage } from '@cges-fleet/core'
import { sendEmail } from './email.js'
import { sendMessage, type Sent } from './message.js'
import { slackBody } from './slack.js'
import type { Webhook } from './webhook.js'

/** Finds the webhook that a message of a team goes to, or says why it goes to none. */
export function receiverOf(
  webhooks: readonly Webhook[],
  { webhook: wanted, team }: { readonly webhook: string; readonly team: string },
): Webhook | string {
  const webhook = webhooks.find(({ name }) => name === wanted)
  if (webhook === undefined) return 'this coordinator knows no such webhook'
  return webhook.teams?.includes(team) === false ? 'the webhook is not for this team any more' : webhook
}

/** A link to a page of the dashboard; null if its address is not set. */
export function linkTo(dashboard: string | undefined, path: string): string | null {
  return dashboard === undefined ? null : new URL(path, dashboard.replace(/\/?$/, '/')).href
}

/** Sends a message to its webhook, in the format that the webhook takes. */
export function sendTo(webhook: Webhook, message: WebhookMessage): Promise<Sent> {
  const { format, url, smtp } = webhook
  if (format === 'email' && smtp !== undefined) return sendEmail(smtp, addressIn(url), message)
  const body = format === 'slack' ? slackBody(message) : JSON.stringify(message)
  return sendMessage(webhook, { id: message.id, atSeconds: Math.floor(Date.now() / 1000), body })
}

/** Where a webhook leads, for people: its host, of an e-mail its address's. */
export function hostOf(url: string): string {
  const { host, protocol } = new URL(url)
  return protocol === 'mailto:' ? addressIn(url).replace(/^.*@/, '') : host
}

function addressIn(url: string): string {
  return url.slice('mailto:'.length)
}
