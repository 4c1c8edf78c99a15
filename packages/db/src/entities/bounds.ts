import {
  LONGEST_DURATION_MS,
  LONGEST_NAME,
  LONGEST_REASON,
  LONGEST_TEXT,
  MOST_GPU_MS,
  MOST_SLOTS,
  MOST_TOKENS,
} from '@cges-fleet/core'

// The bounds of numbers and texts that come from model servers, workers and logs, as checks of columns. The schemas of
// `@cges-fleet/core` hold the same ones at the other edges.

const upTo = (most: number) => (column: string) => ({ expression: `${column} BETWEEN 0 AND ${most}` })
const notLongerThan = (most: number) => (column: string) => ({ expression: `length(${column}) <= ${most}` })

/** Of UTF-8, which has four bytes a character at most; the same bounds a token's number of four bytes. */
const MOST_BYTES = 4 * LONGEST_TEXT

export const tokens = upTo(MOST_TOKENS)
export const milliseconds = upTo(LONGEST_DURATION_MS)
export const gpuMilliseconds = upTo(MOST_GPU_MS)
export const reason = notLongerThan(LONGEST_REASON)
export const modelName = notLongerThan(LONGEST_NAME)
export const word = notLongerThan(40)
export const atLeastNone = (column: string) => ({ expression: `${column} >= 0` })
export const slots = { expression: `slots BETWEEN 1 AND ${MOST_SLOTS}` }
export const contextLength = { expression: `max_model_len BETWEEN 1 AND ${MOST_TOKENS}` }
/** Of numbers in JSON, by what they take stored. */
export const numbers = (column: string) => ({ expression: `pg_column_size(${column}) <= ${LONGEST_TEXT}` })
/** Longer than any answer that is read, since a key may write one out. */
export const answer = notLongerThan(16_384)
export const bytes = (column: string) => ({ expression: `octet_length(${column}) <= ${MOST_BYTES}` })
