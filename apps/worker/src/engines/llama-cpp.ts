import { z } from 'zod'
import type { EngineKind } from './engine-kind.js'

const Props = z.object({
  build_info: z.string(),
  default_generation_settings: z.object({ n_ctx: z.int().min(1) }).optional(),
})

/** The server of llama.cpp. An answer that meets the end of its context is cut there, so no prompt has to be counted. */
export const LLAMA_CPP: EngineKind = {
  name: 'llama.cpp',
  recognise: async (get) => {
    const props = Props.safeParse(await get('/props')).data
    return props === undefined
      ? null
      : { version: props.build_info, context: props.default_generation_settings?.n_ctx ?? null }
  },
  // It would hold back what may begin a stop sequence, in chats without its log-probabilities: the worker ends answers.
  parameters: { repetition_penalty: 'repeat_penalty', stop: null, return_token_ids: null, request_id: null },
  allTokens: 0,
  fewestTop: 1,
  logprobsBesideTools: false,
  // Penalties look at the last 64 tokens unless told otherwise; its newer versions refuse -1, which meant all.
  // The timings count the prompt, which the usage of an answer that is ended here does not.
  always: { repeat_last_n: 131_072, timings_per_token: true },
  tokenizes: false,
  // What is drawn beside an answer, or was read before it, changes the order in which its numbers are added up.
  repeatsWith: '-np 1 --no-cache-prompt',
}
