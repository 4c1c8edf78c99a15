import { DEFAULT_BUDGET, parseMethodSpec } from '@cges-fleet/methods'
import { secretIssueText, settingsIn, settingsProblem, whyReplayed } from '@cges-fleet/core'
import { StoreEnvironment } from '@cges-fleet/queue'
import { DoorEnvironment } from '@cges-fleet/stores'
import { LogEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** A method in its short form. */
const Method = z.string().check((context) => {
  const parsed = parseMethodSpec(context.value, DEFAULT_BUDGET)
  const problem = parsed.ok ? whyReplayed(parsed.spec) : parsed.problem
  if (problem !== null) context.issues.push({ code: 'custom', input: context.value, message: problem })
})

/** Every setting of this process; docs/settings.md is written from it. */
export const Environment = StoreEnvironment.extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend(DoorEnvironment.shape)
  .extend({
    PORT: count(0, 65_535).default(8090).describe('port that the gateway listens on; 0 picks a free one'),
    DEFAULT_METHOD: Method.default('cges:confidence=lns-arith,gamma=0.99@16').describe(
      'the method of a request that names none',
    ),
    TOOL_CALLS: z
      .enum(['vote', 'refuse'])
      .default('vote')
      .describe('requests that offer tools: replies vote on what they call, or such requests are refused'),
    MOST_CALLS: count(1, 1024).default(64).describe('the largest budget of one request'),
    TEAM_CALLS: count(1, 100_000)
      .default(256)
      .describe('calls that a team’s requests may have in flight at once, over all gateways'),
    TEAM_REQUESTS: count(1, 10_000)
      .default(128)
      .describe('most requests of one team that this gateway answers at once'),
    MOST_REQUESTS: count(1, 10_000)
      .default(1024)
      .describe('requests that this gateway answers at once, over at most four times as many connections'),
    MOST_BODY_BYTES: count(1024, 64_000_000).default(1_048_576).describe('bytes of one request'),
    REQUEST_MS: count(1000, 86_400_000).default(600_000).describe('longest time that a request may take'),
    DRAIN_MS: count(0, 3_600_000).default(25_000).describe('how long requests may finish after SIGTERM'),
  })

export type GatewayEnvironment = z.infer<typeof Environment>

/** Parses the gateway's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): GatewayEnvironment {
  const parsed = Environment.safeParse(settingsIn(variables), { error: secretIssueText })
  if (!parsed.success) throw new Error(`gateway: ${settingsProblem(parsed.error, variables)}`)
  return parsed.data
}
