import { TokenCount } from '@cges-fleet/core'
import { UsageError } from '../usage-error.js'

/**
 * Returns a log's count of tokens; throws a UsageError that says where it is and what to do if it is out of its bounds,
 * since it would make the figures of the whole evaluation meaningless.
 */
export function tokenCount(
  { questionId, index }: { readonly questionId: string; readonly index: number },
  of: 'prompt' | 'completion',
  count: number | null,
): number | null {
  const problem = count === null ? undefined : TokenCount.safeParse(count).error?.issues[0]?.message
  if (problem === undefined) return count
  throw new UsageError(
    `question ${questionId}, sample ${index}: the log counts ${count} ${of} tokens, but the count ${problem}. ` +
      `Correct the log, or remove its token counts.`,
  )
}
