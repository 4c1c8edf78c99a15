import { z } from 'zod'
import type { EngineKind } from './engine-kind.js'

const Version = z.object({ version: z.string() })

/** Ollama, by its documentation. It does not report the context that it cuts prompts to. */
export const OLLAMA: EngineKind = {
  name: 'ollama',
  recognise: async (get) => {
    const version = Version.safeParse(await get('/api/version')).data?.version
    return version === undefined ? null : { version, context: null }
  },
  parameters: {
    max_completion_tokens: 'max_tokens',
    top_k: null,
    min_p: null,
    repetition_penalty: null,
    n: null,
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
