import type { WebhookMessage } from '@cges-fleet/core'
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

/** The body of a message, in the format that its webhook takes. */
export function bodyFor({ format }: Pick<Webhook, 'format'>, message: WebhookMessage): string {
  return format === 'slack' ? slackBody(message) : JSON.stringify(message)
}
