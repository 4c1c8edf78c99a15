import { z } from 'zod'
import { EvaluationStatus } from './evaluation-status.js'

/** The name of an address that the operator of the fleet allows to be notified of what became of evaluations. */
export const WebhookName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and "-", starting with a letter or digit')

/** Why a webhook did not accept a message. */
export const WebhookFailure = z.enum([
  'status',
  'redirect',
  'timeout',
  'name',
  'refused',
  'unreachable',
  'tls',
  'broken',
  'private',
  'not_configured',
  'not_taken',
  'lost',
])
export type WebhookFailure = z.infer<typeof WebhookFailure>

/** A test message to a webhook, and what became of it. */
export const WebhookTestView = z.object({
  id: z.string().describe('the message’s `webhook-id`'),
  webhook: z.string(),
  at: z.string().describe('when it was asked for'),
  endedAt: z.string().nullable().describe('null while it is under way'),
  status: z.int().nullable().describe('what the receiver answered; null if it did not'),
  tookMs: z.int().nullable().describe('time from sending to the answer or the failure'),
  failure: WebhookFailure.nullable().describe('null if the receiver accepted it, and while it is under way'),
  detail: z.string().nullable().describe('the error as the system words it'),
})
export type WebhookTestView = z.infer<typeof WebhookTestView>

/** The webhooks a team may name. */
export const WebhookList = z.object({
  webhooks: z.array(
    z.object({
      name: z.string(),
      host: z.string().describe('of its address; the rest is secret'),
      test: WebhookTestView.nullable().describe('your team’s newest test of it'),
    }),
  ),
})
export type WebhookList = z.infer<typeof WebhookList>

/** The events that webhooks deliver: an evaluation's end, that it is stuck, that its samples are not alike. */
const TYPES = ['evaluation.ended', 'evaluation.stuck', 'evaluation.alarm'] as const

/** The delivery of one message about an evaluation to its webhook. */
export const DeliveryView = z.object({
  id: z.string().describe('the same at every attempt: the receiver knows by it what it has read'),
  webhook: z.string(),
  type: z.enum(TYPES),
  status: EvaluationStatus.describe('of the evaluation at that moment'),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.int(),
  error: z.string().nullable().describe('why the last attempt failed'),
  at: z.string().describe('when it happened'),
  nextAt: z.string().nullable().describe('when it is tried next; null once it is delivered or given up'),
  endedAt: z.string().nullable(),
})
export type DeliveryView = z.infer<typeof DeliveryView>

/** The webhook that an evaluation notifies, and its newest 20 deliveries. */
export const DeliveryList = z.object({ webhook: z.string().nullable(), deliveries: z.array(DeliveryView) })
export type DeliveryList = z.infer<typeof DeliveryList>

/** What a webhook receives of an evaluation, with everything as of that moment. */
export const WebhookEvent = z.strictObject({
  type: z.enum(TYPES).describe('what happened'),
  id: z.uuid().describe('the same at every attempt, as `webhook-id` is'),
  link: z.string().nullable().describe('the evaluation’s page; null unless `DASHBOARD_URL` is set'),
  evaluation: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    status: EvaluationStatus,
    incomplete: z.boolean().describe('whether it is done or decided and questions failed'),
    reason: z
      .looseObject({
        kind: z.string(),
        counts: z.record(z.string(), z.number().nullable()),
        why: z.string().nullable(),
      })
      .nullable()
      .describe('why it has this status, as the API gives it'),
    benchmark: z.string(),
    model: z.string(),
    answeredBy: z.string().describe('`model`, or else who answered in its place'),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
    samplesDrawn: z.int(),
    digest: z.string().nullable().describe('of its verdicts, once it is done'),
    trials: z
      .strictObject({ total: z.int(), closed: z.int(), blocked: z.int() })
      .describe('its questions: all, finished, failed'),
  }),
  best: z
    .strictObject({
      method: z.string(),
      accuracy: z.number().describe('share right'),
      trials: z.int().describe('questions that it decided'),
      calls: z.number().describe('a question'),
      savedAgainstSc: z.number().describe('share of the calls that SC at the same budget would have made'),
      tokens: z.number().nullable().describe('generated a question; null where not known of every call'),
    })
    .nullable()
    .describe('the most accurate method of an evaluation that is done'),
  alarm: z
    .strictObject({
      kind: z.enum(['server', 'order']).describe('a worker’s samples differ, or samples change over the run'),
      server: z.string().nullable().describe('the id of the worker that differs'),
      at: z.int().describe('after how many questions'),
    })
    .nullable()
    .describe('of an alarm'),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** What a webhook receives of a test. */
export const WebhookTestMessage = z.strictObject({
  type: z.literal('webhook.test').describe('a test, and nothing has happened'),
  id: z.uuid().describe('as `webhook-id` is; a test is sent once'),
  link: z.string().nullable().describe('the page of your webhooks; null unless `DASHBOARD_URL` is set'),
  webhook: WebhookName.describe('the name it is tested by'),
  team: z.string().describe('the team that tests it'),
})
export type WebhookTestMessage = z.infer<typeof WebhookTestMessage>

/** Any message to a webhook. */
export const WebhookMessage = z.union([WebhookEvent, WebhookTestMessage])
export type WebhookMessage = z.infer<typeof WebhookMessage>
