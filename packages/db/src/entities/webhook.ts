import { entity } from './entity.js'

/** The name of a webhook that may be notified of ended evaluations; coordinators keep its address and secret. */
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
