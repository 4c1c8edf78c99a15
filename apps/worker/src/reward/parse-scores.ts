import { TokenCount } from '@cges-fleet/core'
import { z } from 'zod'
import type { Scored } from '../scores/scored.js'

const ROW_SUM_WITHIN = 1e-2

const Pooled = z.object({
  data: z.array(z.object({ data: z.array(z.array(z.number())) })).length(1),
  // A count out of its bounds says nothing.
  usage: z
    .object({ prompt_tokens: TokenCount.nullish().catch(null) })
    .nullish()
    .catch(null),
})

/**
 * Parses a reward model's response: a row [bad, good] for every step tag. Anything else is reported as a misconfigured
 * server.
 */
export function parseScores(body: unknown, steps: number): Scored {
  const parsed = Pooled.safeParse(body)
  if (!parsed.success) return wrong('answered something other than rows of numbers for one input')
  const rows = parsed.data.data[0]?.data ?? []
  if (rows.length !== steps) {
    return wrong(
      `gave ${rows.length} rows for ${steps} step tags: start it with the pooling type STEP and the step tag id 151651`,
    )
  }
  const odd = rows.find((row) => row.length !== 2)
  if (odd !== undefined) return wrong(`gave rows of ${odd.length} numbers, not of 2 (bad, good)`)
  const off = rows.find(([bad = 0, good = 0]) => !(Math.abs(bad + good - 1) < ROW_SUM_WITHIN && bad >= 0 && good >= 0))
  if (off !== undefined) return wrong(`gave [${off.join(', ')}], which are no two probabilities: switch softmax on`)
  const scores = rows.map(([, good = 0]) => Math.min(1, good))
  return { kind: 'scored', steps: scores, promptTokens: parsed.data.usage?.prompt_tokens ?? null }
}

function wrong(what: string): Scored {
  return { kind: 'misconfigured', message: `the reward server ${what}` }
}
