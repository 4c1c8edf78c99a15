import type { PoolView } from '../schemas/pool.js'
import type { Preflight } from './preflight.js'
import type { RequestParameter } from './request-parameter.js'

/** What every worker of a pool can do that was checked; null where none was. */
export interface PoolAbilities {
  readonly logprobs: boolean | null
  readonly topLogprobs: boolean | null
  /** Whether other seeds gave the same text at one of its servers. */
  readonly ignoresSeed: boolean
  readonly refused: readonly RequestParameter[]
}

/** Sums up what a pool's workers found: the pool can do what each of them can. */
export function poolAbilities({ workers }: Pick<PoolView, 'workers'>): PoolAbilities {
  const found = workers.flatMap(({ preflight }) => preflight ?? [])
  return {
    logprobs: all(found, ({ logprobs }) => logprobs),
    topLogprobs: all(found, ({ topLogprobs }) => topLogprobs),
    ignoresSeed: found.some(({ seed }) => seed === 'ignored'),
    refused: [...new Set(found.flatMap(({ refused }) => refused))],
  }
}

function all(found: readonly Preflight[], can: (preflight: Preflight) => boolean): boolean | null {
  return found.length === 0 ? null : found.every(can)
}
