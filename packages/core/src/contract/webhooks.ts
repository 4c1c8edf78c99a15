import { z } from 'zod'
import { DeliveryList, WebhookList, WebhookName, WebhookTestView } from '../schemas/webhook.js'
import { getWebhookTest, listDeliveries, listWebhooks, testWebhook } from './addresses.js'
import { EVALUATION } from './parameters.js'
import { type Route, UNKNOWN } from './route.js'

export const ListWebhooks = {
  at: listWebhooks,
  summary: 'List the webhooks that evaluations of the caller’s team may tell that they have ended',
  scope: 'evaluations:read',
  answers: { 200: { about: 'by name', schema: WebhookList } },
} as const satisfies Route

const WEBHOOK = { about: 'the name of a webhook', schema: WebhookName } as const

export const TestWebhook = {
  at: testWebhook,
  summary: 'Have a coordinator send a test message to a webhook, once',
  scope: 'evaluations:read',
  audit: 'webhook.test',
  path: { webhook: WEBHOOK },
  answers: {
    202: { about: 'queued; read it again until it has ended', schema: WebhookTestView },
    404: { problem: UNKNOWN },
    409: { problem: 'the team’s earlier tests are still under way' },
  },
} as const satisfies Route

export const GetWebhookTest = {
  at: getWebhookTest,
  summary: 'Read what a webhook answered to a test',
  scope: 'evaluations:read',
  path: {
    webhook: WEBHOOK,
    test: { about: 'the id of a test; a team’s newest are kept', schema: z.uuid('must be the id of a test') },
  },
  answers: { 200: { about: 'the test', schema: WebhookTestView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ListDeliveries = {
  at: listDeliveries,
  summary: 'List how an evaluation’s ends were told to its webhook',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the newest first', schema: DeliveryList }, 404: { problem: UNKNOWN } },
} as const satisfies Route
