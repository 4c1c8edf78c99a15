import { z } from 'zod'
import type { EngineKind } from './engine-kind.js'

const Info = z.object({
  model_id: z.string(),
  version: z.string(),
  max_total_tokens: z.int().min(1).nullish(),
})

/** Text Generation Inference, by its documentation. */
export const TGI: EngineKind = {
  name: 'tgi',
  recognise: async (get) => {
    const info = Info.safeParse(await get('/info')).data
    return info === undefined ? null : { version: info.version, context: info.max_total_tokens ?? null }
  },
  parameters: {
    max_completion_tokens: 'max_tokens',
    top_k: null,
    min_p: null,
    repetition_penalty: null,
    return_token_ids: null,
    request_id: null,
  },
  allTokens: 0,
  fewestTop: 1,
  logprobsBesideTools: true,
  always: {},
  tokenizes: false,
  repeatsWith: null,
}
