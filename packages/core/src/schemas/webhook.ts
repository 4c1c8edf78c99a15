import { z } from 'zod'
import { EvaluationStatus } from './evaluation-status.js'

/** The name of an address that the operator of the fleet allows to be notified of what became of evaluations. */
export const WebhookName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and "-", starting with a letter or digit')

/** The webhooks a team may name. */
export const WebhookList = z.object({
  webhooks: z.array(z.object({ name: z.string(), host: z.string().describe('of its address; the rest is secret') })),
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
