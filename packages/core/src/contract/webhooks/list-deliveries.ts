import { DeliveryList } from '../../schemas/webhook.js'
import { listDeliveries } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const ListDeliveries = {
  at: listDeliveries,
  summary: 'List how an evaluation’s ends were told to its webhook',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the newest first', schema: DeliveryList }, 404: { problem: UNKNOWN } },
} as const satisfies Route
