import type { EventEmitter } from 'node:events'
import { z } from 'zod'
import { Failpoints } from './failpoint.js'

/** The store of the queue: Redis if there is one, else the database. */
export interface QueueStores {
  readonly redisUrl: string | undefined
  readonly databaseUrl: string
  /** Whether the process has a login of its own in the store, and must be warned if it has not. */
  readonly needsRoleLogin?: boolean
  /** Identifies the fleet by its database: a Redis that is another's is refused. Left out, Redis is taken as it is. */
  readonly fleet?: string
  /** Whether adds and jobs are traced. The process's tracing must have started. */
  readonly traced?: boolean
  /** Called for each new connection to PostgreSQL. */
  readonly onConnect?: (client: EventEmitter) => void
}

/** Returns the store of a process's queue from its environment; jobs are traced if the process is. */
export function queueStores(env: {
  readonly DATABASE_URL: string
  readonly REDIS_URL?: string | undefined
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly NODE_ENV?: string | undefined
  readonly STORE_LOGINS?: 'own' | 'shared' | undefined
}): QueueStores {
  const traced = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  return { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, needsRoleLogin: needsRoleLogin(env), traced }
}

/** Returns whether a process must have logins of its own in the stores: in production, unless configured otherwise. */
export function needsRoleLogin(env: {
  readonly NODE_ENV?: string | undefined
  readonly STORE_LOGINS?: 'own' | 'shared' | undefined
}): boolean {
  return (env.STORE_LOGINS ?? (env.NODE_ENV === 'production' ? 'own' : 'shared')) === 'own'
}

/**
 * The variables that choose the stores and the process's logins there, common to every process, and the failpoints of
 * tests.
 */
export const StoreEnvironment = z.object({
  DATABASE_URL: z
    .string({ error: 'set DATABASE_URL to the PostgreSQL of the fleet, such as postgres://user@host/db' })
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://')
    .describe('the PostgreSQL of the fleet, version 15 or newer'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'REDIS_URL must start with redis:// or rediss://; unset it to queue in PostgreSQL')
    .optional()
    .describe('the Redis of the queue, version 6.2 or newer; without it the queue is in PostgreSQL'),
  NODE_ENV: z.string().optional().describe('`production` in the images'),
  STORE_LOGINS: z
    .enum(['own', 'shared'], { error: 'STORE_LOGINS is own or shared' })
    .optional()
    .describe(
      'own: refuses a PostgreSQL login with more rights than this process needs (default where NODE_ENV is production, as in the images); shared: accepts it',
    ),
  FAILPOINT: Failpoints,
})
