import { entity } from './entity.js'

/** An address that may be told of evaluations that ended, by its name; the coordinators keep address and secret. */
export interface Webhook {
  readonly name: string
  readonly host: string
  /** The names of the teams that may name it; null for all. */
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
