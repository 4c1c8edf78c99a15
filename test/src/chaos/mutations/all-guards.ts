import { LIMIT_GUARDS } from './limit-guards.js'
import type { Mutation } from './mutation.js'
import { ROUND_GUARDS } from './round-guards.js'
import { WORKER_GUARDS } from './worker-guards.js'

/** Every guard that can be removed. */
export const ALL_GUARDS: readonly Mutation[] = [...WORKER_GUARDS, ...ROUND_GUARDS, ...LIMIT_GUARDS]
