import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A browser's session, signed in with a key. */
export interface Session {
  readonly tokenHash: Buffer
  readonly teamId: TeamId
  readonly keyId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const SessionEntity = entity<Session>({
  name: 'session',
  columns: {
    tokenHash: { type: 'bytea', primary: true },
    teamId: { type: 'uuid' },
    keyId: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
  },
  foreignKeys: [
    { target: 'api_key', columnNames: ['keyId'], referencedColumnNames: ['id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [{ expression: 'octet_length(token_hash) = 32' }],
})
