import { DeliveryList, WebhookList } from '../schemas/webhook.js'
import { listDeliveries, listWebhooks } from './addresses.js'
import { EVALUATION } from './parameters.js'
import { type Route, UNKNOWN } from './route.js'

export const ListWebhooks = {
  at: listWebhooks,
  summary: 'List the webhooks that evaluations of the caller’s team may tell that they have ended',
  scope: 'evaluations:read',
  answers: { 200: { about: 'by name', schema: WebhookList } },
} as const satisfies Route

export const ListDeliveries = {
  at: listDeliveries,
  summary: 'List how an evaluation’s ends were told to its webhook',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the newest first', schema: DeliveryList }, 404: { problem: UNKNOWN } },
} as const satisfies Route
