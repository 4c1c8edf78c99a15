import { z } from 'zod'
import type { EngineKind } from './engine-kind.js'

const Version = z.object({ version: z.string() })

/** vLLM, and this project's own simulator and tiny model, which speak as it does. */
export const VLLM: EngineKind = {
  name: 'vllm',
  recognise: async (get, { owner, context }) => {
    if (owner !== 'vllm' && !owner.startsWith('cges-fleet-') && context === null) return null
    const version = Version.safeParse(await get('/version')).data?.version ?? null
    return owner === 'vllm' || owner.startsWith('cges-fleet-') || version !== null ? { version, context } : null
  },
  parameters: {},
  allTokens: -1,
  fewestTop: 0,
  logprobsBesideTools: true,
  always: {},
  tokenizes: true,
  repeatsWith: 'VLLM_BATCH_INVARIANT=1',
}
