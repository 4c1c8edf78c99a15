import { setTimeout as sleep } from 'node:timers/promises'
import { isStalePlan } from './is-stale-plan.js'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ATTEMPTS = 5

/**
 * Retries work that the database rolled back for a deadlock, a serialization failure or a migration that changed a
 * prepared statement's table: five times at most, with jitter.
 */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      await sleep(attempt * 20 * (0.5 + Math.random()))
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePlan(error)
}
