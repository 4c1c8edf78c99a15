import type { EngineName } from '@cges-fleet/core'
import type { EngineFacts, EngineKind, Get, ListedModel } from './engine-kind.js'
import { LLAMA_CPP } from './llama-cpp.js'
import { OLLAMA } from './ollama.js'
import { OPENAI_COMPATIBLE } from './openai-compatible.js'
import { SGLANG } from './sglang.js'
import { TGI } from './tgi.js'
import { VLLM } from './vllm.js'

/** Every kind of model server, in the order in which they are tried. */
const ENGINES = {
  sglang: SGLANG,
  vllm: VLLM,
  'llama.cpp': LLAMA_CPP,
  tgi: TGI,
  ollama: OLLAMA,
  'openai-compatible': OPENAI_COMPATIBLE,
} as const satisfies Record<EngineName, EngineKind>

/** Finds out which engine a server is; one that nothing is known of is taken as compatible with OpenAI's. */
export async function recogniseEngine(
  get: Get,
  model: ListedModel,
): Promise<EngineFacts & { readonly kind: EngineKind }> {
  for (const kind of Object.values(ENGINES)) {
    const facts = await kind.recognise(get, model)
    if (facts !== null) return { ...facts, kind }
  }
  throw new Error('an OpenAI-compatible server is any')
}
