import type { AttemptEnd, TakenDelivery } from '@cges-fleet/db'
import { retryDelay } from './retry-delay.js'
import { sendMessage } from './send-message.js'
import type { Webhook } from './webhook.js'

export interface Delivering {
  readonly webhooks: readonly Webhook[]
  readonly dashboard: string | undefined
  readonly atSeconds: number
}

/** Sends a delivery to its webhook, if the webhook may receive it. */
export async function deliver(
  taken: TakenDelivery,
  { webhooks, dashboard, atSeconds }: Delivering,
): Promise<AttemptEnd> {
  const webhook = webhooks.find(({ name }) => name === taken.webhook)
  if (webhook === undefined) return failed('this coordinator knows no such webhook', taken)
  if (webhook.teams?.includes(taken.team) === false) return failed('the webhook is not for this team any more', taken)
  const link = linkTo(taken, dashboard)
  const body = JSON.stringify({ ...taken.body, id: taken.id, link })
  const error = await sendMessage(webhook, { id: taken.id, atSeconds, body })
  return error === null ? { kind: 'delivered' } : failed(error, taken)
}

function failed(error: string, { attempt }: TakenDelivery): AttemptEnd {
  return { kind: 'failed', error, retryInSeconds: retryDelay(attempt) }
}

/** A link to the evaluation's page; null if the dashboard's address is not set. */
function linkTo({ body }: TakenDelivery, dashboard: string | undefined): string | null {
  const { evaluation } = body
  if (dashboard === undefined || typeof evaluation !== 'object' || evaluation === null || !('id' in evaluation))
    return null
  return new URL(`evaluations/${String(evaluation.id)}`, dashboard.replace(/\/?$/, '/')).href
}
