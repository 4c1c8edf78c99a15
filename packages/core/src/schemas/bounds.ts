import { z } from 'zod'

/**
 * The most tokens one call may have, in or out. More than any model's context, and the largest count up to which a
 * 32-bit float holds every whole number.
 */
export const MOST_TOKENS = 16_777_216

/** The most calls one worker makes at once. */
export const MOST_SLOTS = 1024

/** How often a call may be handed back before that counts as a delivery. A worker that drains hands a call back once. */
export const MOST_HAND_BACKS = 20

/** The most deliveries after which a worker may give a call up. */
export const MOST_DELIVERIES = 1000

/** The most workers of one pool that count at once. */
export const MOST_WORKERS = 2000

/** The longest lease, back-off or time limit: a day, in milliseconds. */
export const LONGEST_LEASE_MS = 86_400_000

/** The longest measured duration: a week, in milliseconds. A call ends within its time limit of a day at most. */
export const LONGEST_DURATION_MS = 604_800_000

/** The most of anything that is added up, such as tokens: sums of so many are exact as 64-bit floats. */
export const MOST_IN_ALL = 1_000_000_000_000_000

/** The most GPUs behind one model server. */
export const MOST_GPUS = 64

/** The most GPU time one call may take, in milliseconds. */
export const MOST_GPU_MS = MOST_GPUS * LONGEST_DURATION_MS

/** The longest name of a model or an engine, in characters. */
export const LONGEST_NAME = 400

/** The longest reason or error message that is stored, in characters. */
export const LONGEST_REASON = 1000

/** The longest text of one answer, in characters; the same for its reasoning. */
export const LONGEST_TEXT = 16_777_216

const tokens = `must be a whole number of tokens from 0 to ${MOST_TOKENS.toLocaleString('en')}`

/** A count of tokens of one call, wherever one comes from: a server, a log, a program. */
export const TokenCount = z.int(tokens).min(0, tokens).max(MOST_TOKENS, tokens)
