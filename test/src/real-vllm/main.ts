import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSIONS, vllmPython } from './vllm-environment.js'

// The suite against a real vLLM: `npm run vllm`. Makes an environment with vLLM for CPUs once, or takes VLLM_PYTHON; with
// VLLM_URL the contract alone is checked, on the server it names. A whole run that is green writes docs/vllm.md.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CONTRACT = ['test/src/vllm/contract.test.ts', 'test/src/vllm/text-contract.test.ts']
const VITEST = [
  join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  '.config/vitest.config.ts',
  '--no-file-parallelism',
]
const folder = mkdtempSync(join(tmpdir(), 'cges-vllm-'))
const figures = join(folder, 'figures.jsonl')
const url = process.env['VLLM_URL']

try {
  writeFileSync(figures, '')
  const python = url === undefined ? { VLLM_PYTHON: process.env['VLLM_PYTHON'] ?? vllmPython() } : {}
  const { status } = spawnSync(
    process.execPath,
    [...VITEST, ...CONTRACT, ...(url === undefined ? ['test/src/real-vllm'] : [])],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...python, VLLM_FIGURES: figures } },
  )
  if (status === 0 && url === undefined) writePage()
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function writePage(): void {
  const lines = readFileSync(figures, 'utf8').trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { what: string; figure: string })
  const versions = Object.entries(VERSIONS).map(([what, version]) => `${what} ${version}`)
  const page = [
    '# On a real vLLM',
    '',
    'Written by `npm run vllm`, which makes a Python environment with vLLM for CPUs once (about 3.5 GB, kept in the user’s cache),',
    'serves the project’s own model of 0.2 million parameters with it, and runs the contract, whole fleets, deaths of servers and',
    'engines, contexts and seeds. `VLLM_PYTHON` names another Python that has vLLM; `VLLM_URL` a server, on which the contract',
    'alone is checked; `VLLM_QUESTIONS` how many of the 300 questions are drawn (100).',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${versions.join(', ')}, float32, eager, Node ${process.versions.node}, ${cpus().length} cores.`,
    '',
    '| what | figure |',
    '| --- | --- |',
    ...rows.map(({ what, figure }) => `| ${what} | ${figure} |`),
    '',
  ]
  writeFileSync(join(ROOT, 'docs/vllm.md'), page.join('\n'))
}
