import type { DeliveryView } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/** The name of a webhook that may be told what became of evaluations; coordinators keep its address and secret. */
export interface Webhook {
  readonly name: string
  readonly host: string
  /** The names of the teams that may use it; null for all. */
  readonly teams: readonly string[] | null
}

export const WebhookEntity = entity<Webhook>({
  name: 'webhook',
  columns: {
    name: { type: 'text', primary: true },
    host: { type: 'text' },
    teams: { type: 'text', array: true, nullable: true },
  },
})

/** A webhook's delivery of one message about an evaluation, with its state. */
export interface Delivery {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly sequence: number
  readonly webhook: string
  readonly body: Readonly<Record<string, unknown>>
  readonly state: DeliveryView['state']
  readonly attempts: number
  readonly dueAt: Date
  readonly error: string | null
  readonly madeAt: Date
  readonly endedAt: Date | null
}

export const DeliveryEntity = entity<Delivery>({
  name: 'delivery',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    sequence: { type: 'int' },
    webhook: { type: 'text' },
    body: { type: 'jsonb' },
    state: { type: 'text', default: 'waiting' },
    attempts: { type: 'int', default: 0 },
    dueAt: { type: 'timestamptz', default: () => 'now()' },
    error: { type: 'text', nullable: true },
    madeAt: { type: 'timestamptz', default: () => 'now()' },
    endedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ columns: ['evaluationId', 'sequence'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
    {
      target: 'evaluation_event',
      columnNames: ['evaluationId', 'sequence'],
      referencedColumnNames: ['evaluationId', 'sequence'],
    },
  ],
  checks: [
    { expression: "state IN ('waiting', 'delivered', 'given_up')" },
    { expression: 'char_length(error) <= 300' },
    { expression: "(state = 'waiting') = (ended_at IS NULL)" },
  ],
})
