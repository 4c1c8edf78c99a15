import { type DeliveryView, WebhookFailure } from '@cges-fleet/core'
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

/** A test message to a webhook that a team asked for; a coordinator takes it and enters what became of it. */
export interface WebhookTest {
  readonly id: string
  readonly teamId: TeamId
  readonly webhook: string
  readonly madeAt: Date
  readonly takenAt: Date | null
  readonly endedAt: Date | null
  readonly status: number | null
  readonly tookMs: number | null
  readonly failure: WebhookFailure | null
  readonly detail: string | null
}

export const WebhookTestEntity = entity<WebhookTest>({
  name: 'webhook_test',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    webhook: { type: 'text' },
    madeAt: { type: 'timestamptz', default: () => 'now()' },
    takenAt: { type: 'timestamptz', nullable: true },
    endedAt: { type: 'timestamptz', nullable: true },
    status: { type: 'int', nullable: true },
    tookMs: { type: 'int', nullable: true },
    failure: { type: 'text', nullable: true },
    detail: { type: 'text', nullable: true },
  },
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [
    { expression: `failure IN (${WebhookFailure.options.map((failure) => `'${failure}'`).join(', ')})` },
    { expression: 'char_length(detail) <= 300' },
    { expression: 'ended_at IS NULL OR taken_at IS NOT NULL' },
    { expression: 'ended_at IS NOT NULL OR num_nonnulls(status, took_ms, failure, detail) = 0' },
  ],
})
