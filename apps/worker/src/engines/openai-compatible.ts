import type { EngineKind } from './engine-kind.js'

/** Any other server with OpenAI's endpoints: only the preflight says what it takes. */
export const OPENAI_COMPATIBLE: EngineKind = {
  name: 'openai-compatible',
  recognise: async (_, { context }) => ({ version: null, context }),
  parameters: {},
  allTokens: -1,
  fewestTop: 1,
  logprobsBesideTools: true,
  always: {},
  tokenizes: true,
  repeatsWith: null,
}
