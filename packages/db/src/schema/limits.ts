import type { TeamId } from '../ids.js'
import { atLeastNone, computed, entity, slots } from './entity.js'

/** The usage and caps of an evaluation. */
export interface Spending {
  readonly evaluationId: string
  readonly teamId: TeamId
  readonly callCap: number | null
  readonly tokenCap: string | null
  readonly callsPerSample: number
  readonly tokensPerCall: string
  readonly calls: number
  readonly callsReserved: number
  readonly tokens: string
  readonly redelivered: number
  /** The redraws that its cap allows. */
  readonly redeliveries: number | null
  readonly gpuMs: number
  readonly work: number
  /** At the price of the pool when it was booked; null if it had none. */
  readonly money: number | null
}

export const SpendingEntity = entity<Spending>({
  name: 'spending',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    callCap: { type: 'int', nullable: true },
    tokenCap: { type: 'bigint', nullable: true },
    callsPerSample: { type: 'int', default: 1 },
    tokensPerCall: { type: 'bigint' },
    calls: { type: 'int', default: 0 },
    callsReserved: { type: 'int', default: 0 },
    tokens: { type: 'bigint', default: 0 },
    redelivered: { type: 'int', default: 0 },
    redeliveries: { type: 'int', nullable: true, ...computed('call_cap / 5 + 50') },
    gpuMs: { type: 'double precision', default: 0 },
    work: { type: 'double precision', default: 0 },
    money: { type: 'double precision', nullable: true },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: 'call_cap > 0' },
    { expression: 'calls + calls_reserved <= call_cap' },
    { expression: 'redelivered <= redeliveries' },
    { expression: 'token_cap > 0' },
    ...['calls', 'tokens', 'gpu_ms', 'work', 'money'].map(atLeastNone),
  ],
})

/** The usage of a team by pool and day. */
export interface Usage {
  readonly teamId: TeamId
  readonly pool: string
  readonly day: string
  readonly calls: string
  readonly tokens: string
  readonly gpuMs: number
  readonly work: number
  /** At the price of the pool when it was booked; null if it had none. */
  readonly money: number | null
}

export const UsageEntity = entity<Usage>({
  name: 'usage',
  columns: {
    teamId: { type: 'uuid', primary: true },
    pool: { type: 'text', primary: true },
    day: { type: 'date', primary: true },
    calls: { type: 'bigint', default: 0 },
    tokens: { type: 'bigint', default: 0 },
    gpuMs: { type: 'double precision', default: 0 },
    work: { type: 'double precision', default: 0 },
    money: { type: 'double precision', nullable: true },
  },
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: ['calls', 'tokens', 'gpu_ms', 'work', 'money'].map(atLeastNone),
})

/** Bytes a team stores. */
export interface Storage {
  readonly teamId: TeamId
  readonly bytes: string
}

export const StorageEntity = entity<Storage>({
  name: 'storage',
  columns: {
    teamId: { type: 'uuid', primary: true },
    bytes: { type: 'bigint' },
  },
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [{ expression: 'bytes >= 0' }],
})

/** The finish tag, in start-time fair queueing, of the last call planned for a team in a pool. */
export interface Turn {
  readonly pool: string
  readonly teamId: TeamId
  readonly lastTag: number
  /** The weight that its last tags were given by: the team's, or what its reservation makes of it. */
  readonly weight: number
}

export const TurnEntity = entity<Turn>({
  name: 'turn',
  columns: {
    pool: { type: 'text', primary: true },
    teamId: { type: 'uuid', primary: true },
    lastTag: { type: 'double precision' },
    weight: { type: 'double precision' },
  },
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
})

/** Slots of a pool that a team gets at least, for a time. */
export interface ReservationRow {
  readonly id: string
  readonly pool: string
  readonly teamId: TeamId
  readonly slots: number
  readonly startsAt: Date
  readonly endsAt: Date
}

export const ReservationEntity = entity<ReservationRow>({
  name: 'reservation',
  columns: {
    id: { type: 'uuid', primary: true },
    pool: { type: 'text' },
    teamId: { type: 'uuid' },
    slots: { type: 'int' },
    startsAt: { type: 'timestamptz' },
    endsAt: { type: 'timestamptz' },
  },
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [slots, { expression: 'starts_at < ends_at' }],
})
