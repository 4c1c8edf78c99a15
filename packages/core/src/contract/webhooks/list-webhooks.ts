import { WebhookList } from '../../schemas/webhook.js'
import { listWebhooks } from '../addresses.js'
import type { Route } from '../route.js'

export const ListWebhooks = {
  at: listWebhooks,
  summary: 'List the webhooks that evaluations of the caller’s team may tell that they have ended',
  scope: 'evaluations:read',
  answers: { 200: { about: 'by name', schema: WebhookList } },
} as const satisfies Route
