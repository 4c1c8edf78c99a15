import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepFigures } from '../support/kept-figures.js'
import { keepRows, probedRow } from '../support/server-matrix.js'
import { vllmPython } from './vllm-environment.js'
import { PAGE_OF_LOCAL, pageOfServers, setupOfLocal } from './page.js'

// The suite against a real vLLM: `npm run test:with -- vllm`. Makes an environment with vLLM for CPUs once, or takes VLLM_PYTHON; with
// VLLM_URL, what needs no server of its own runs on the servers it names. A whole run that is green writes its figures.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CONTRACT = 'test/src/vllm/contract'
const VITEST = [
  join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  '.config/vitest.config.ts',
  '--no-file-parallelism',
]
const folder = mkdtempSync(join(tmpdir(), 'cges-vllm-'))
const resultsFile = join(folder, 'figures.jsonl')
const urls = process.env['VLLM_URL']?.split(',')

try {
  writeFileSync(resultsFile, '')
  const python = urls === undefined ? { VLLM_PYTHON: process.env['VLLM_PYTHON'] ?? vllmPython() } : {}
  const { status } = spawnSync(process.execPath, [...VITEST, ...(urls === undefined ? whole() : onServers())], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...python, VLLM_FIGURES: resultsFile },
  })
  if (status === 0) {
    const [file, page] =
      urls === undefined ? ['docs/vllm.md', PAGE_OF_LOCAL] : ['vllm-report.md', await pageOfServers(resultsFile, urls)]
    writeFileSync(join(ROOT, file), page)
    console.log(`${file} has the figures`)
    if (urls === undefined) {
      keepFigures('vllm', setupOfLocal(), resultsFile)
      await keepProbed(python)
    }
  }
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Keeps what the probe finds out about this vLLM, for the table of all servers. */
async function keepProbed(python: Readonly<Record<string, string>>): Promise<void> {
  Object.assign(process.env, python)
  const { startVllm } = await import('./start-vllm.js')
  const server = await startVllm()
  const row = probedRow({ server: 'vLLM, tiny model', known: 'real' }, server.url)
  keepRows([await row.finally(() => server.kill())])
}

function whole(): readonly string[] {
  return [CONTRACT, 'test/src/real-vllm']
}

/** What can be tried on servers that somebody else started: nothing that kills them. */
function onServers(): readonly string[] {
  return [CONTRACT, 'test/src/real-vllm/fleet.test', 'test/src/real-vllm/seeds.test']
}
