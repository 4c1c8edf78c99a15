import { z } from 'zod'
import type { EngineKind } from './engine-kind.js'

const Info = z.object({ version: z.string().optional() })

/** SGLang, by its documentation. */
export const SGLANG: EngineKind = {
  name: 'sglang',
  recognise: async (get, { owner, context }) => {
    if (owner !== 'sglang') return null
    return { version: Info.safeParse(await get('/get_server_info')).data?.version ?? null, context }
  },
  parameters: { return_token_ids: null, request_id: null },
  allTokens: -1,
  fewestTop: 0,
  logprobsBesideTools: true,
  always: {},
  tokenizes: false,
  repeatsWith: '--enable-deterministic-inference',
}
