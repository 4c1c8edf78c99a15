import { DEFAULT_SAMPLING, type Sampling } from '@cges-fleet/core'
import { SELF_CERTAINTY_TOP } from '@cges-fleet/methods'
import type { ModelServer } from '../model-server/open-model-server.js'
import type { SampleRequest } from '../model-server/sample-request.js'

/** Begins the request id of every preflight, by which a server's log tells it from an evaluation's calls. */
const PREFLIGHT_ID = 'preflight'

/** Few enough to take a moment, many enough that two draws are never equal by chance. */
const TOKENS = 24

/** Answers to it are improbable one by one, whatever the model: other seeds must give other texts. */
const PROMPT = 'Write twelve random English words in one line, without any order or meaning. Do not explain them.'

/** Sampling with nothing taken away: the log-probabilities are those of the draw itself. */
const SAMPLING: Sampling = { ...DEFAULT_SAMPLING, temperature: 1, topP: 1, maxTokens: TOKENS }

/** One of two seeds, whose remainders differ for any divisor: some servers use only part of a seed. */
const SEEDS = { one: 1_764_000_017, other: 1_764_000_018 } as const

export type SeedName = keyof typeof SEEDS

/** What is asked of a server in a preflight. */
export interface PreflightAsk {
  readonly server: ModelServer
  readonly model: string
  readonly signal: AbortSignal
}

/** Builds a request that asks for everything a sample may need, with a seed of its own. */
export function preflightRequest(
  { server, model }: PreflightAsk,
  seed: SeedName,
  { tokens = TOKENS, count }: { readonly tokens?: number; readonly count?: (tokens: number) => void } = {},
): SampleRequest {
  return {
    requestId: `${PREFLIGHT_ID}/${seed}/${Date.now()}`,
    model,
    prompt: PROMPT,
    seed: SEEDS[seed],
    sampling: { ...SAMPLING, maxTokens: tokens },
    topLogprobs: SELF_CERTAINTY_TOP,
    context: null,
    deadlineMs: server.silenceMs(false) + DEADLINE_MS,
    ...(count === undefined ? {} : { generated: count }),
  }
}

/** Beyond the silence that a server is allowed, for the few tokens. */
const DEADLINE_MS = 60_000
