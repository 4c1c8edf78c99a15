import type { EventEmitter } from 'node:events'
import { z } from 'zod'
import { Failpoints } from './failpoint.js'

/** Where jobs are kept: Redis when there is one, else the database. */
export interface QueueStores {
  readonly redisUrl: string | undefined
  readonly databaseUrl: string
  /** Whether the process has an account of the store to itself, and is to be told where it has not. */
  readonly ownLogin?: boolean
  /** Whether adds and jobs are traced. The process's tracing must have begun. */
  readonly traced?: boolean
  /** What a pool does with each new connection to PostgreSQL. */
  readonly onConnect?: (client: EventEmitter) => void
}

/** Says where a process's jobs are kept, from its environment; jobs are traced where the process is. */
export function queueStores(env: {
  readonly DATABASE_URL: string
  readonly REDIS_URL?: string | undefined
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly NODE_ENV?: string | undefined
  readonly STORE_LOGINS?: 'own' | 'shared' | undefined
}): QueueStores {
  const traced = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  return { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, ownLogin: wantsOwnLogin(env), traced }
}

/** Tells whether a process must have logins of the stores to itself: in production, unless it is said otherwise. */
export function wantsOwnLogin(env: {
  readonly NODE_ENV?: string | undefined
  readonly STORE_LOGINS?: 'own' | 'shared' | undefined
}): boolean {
  return (env.STORE_LOGINS ?? (env.NODE_ENV === 'production' ? 'own' : 'shared')) === 'own'
}

/** The variables that choose the stores and whose logins a process has there, as every process reads them, and what tests make fail. */
export const StoreEnvironment = z.object({
  DATABASE_URL: z
    .string({ error: 'set DATABASE_URL to the PostgreSQL of the fleet, such as postgres://user@host/db' })
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'REDIS_URL must start with redis:// or rediss://; unset it to queue in PostgreSQL')
    .optional(),
  NODE_ENV: z.string().optional(),
  /** own: a login of PostgreSQL that is more than this process needs is refused; what production wants unless this is set. */
  STORE_LOGINS: z.enum(['own', 'shared'], { error: 'STORE_LOGINS is own or shared' }).optional(),
  FAILPOINT: Failpoints,
})
