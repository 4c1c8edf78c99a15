import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepFigures } from '../support/kept-figures.js'
import { keepRows, probedRow, rowsOfAnyMachine, type ServerRow } from '../support/server-matrix.js'
import { llamaFiles, VERSIONS } from './llama-environment.js'

// The suite against a real llama.cpp: `npm run test:with -- llama`. Fetches it and a model once, or takes
// LLAMA_PYTHON and LLAMA_MODEL. A green run with its own writes docs/llama.md.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PAGE = `# On a real llama.cpp

A green \`npm run test:with -- llama\` writes this page. It fetches llama.cpp's server (package \`xllamacpp\`) and a pretrained base model of 270 million parameters (Gemma 3, 4 bits,
under Gemma's terms; not shipped) into your cache. \`LLAMA_PYTHON\` and \`LLAMA_MODEL\` name others.

- A seed gives one text only with one slot and \`--no-cache-prompt\`.
- Log-probabilities of \`/v1/completions\` equal those of llama.cpp's own \`/completion\`.
- \`tool_choice: required\` forces no call.
- A kill and restart loses no call.

The questions are 24 sums in words (a guess gets 2 % right) and 24 capitals. They show that it works, not what voting gains with a large model. [All figures](data/llama.json).

<!-- tables: data/llama.json -->
`

const folder = mkdtempSync(join(tmpdir(), 'cges-llama-'))
const resultsFile = join(folder, 'figures.jsonl')

try {
  writeFileSync(resultsFile, '')
  const { LLAMA_PYTHON, LLAMA_MODEL } = process.env
  const files = LLAMA_PYTHON === undefined || LLAMA_MODEL === undefined ? llamaFiles() : { LLAMA_PYTHON, LLAMA_MODEL }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--config', '.config/vitest.config.ts', 'test/src/real-llama']
  const env = { ...process.env, ...files, LLAMA_FIGURES: resultsFile }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status === 0) {
    writeFileSync(join(ROOT, 'docs/llama.md'), PAGE)
    keepFigures('llama', setup(), resultsFile)
    Object.assign(process.env, files)
    const { ONE_SLOT, startLlama } = await import('./start-llama.js')
    const rows: ServerRow[] = []
    for (const [how, start] of [
      ['`--no-repack`', {}],
      ['one slot and `--no-cache-prompt`', { options: ONE_SLOT }],
    ] as const) {
      const server = await startLlama(start)
      const about = { server: `llama.cpp with ${how}, Gemma 3 270M`, known: 'real' } as const
      const row = probedRow(about, server.url, ['--endpoint', 'text'])
      rows.push(await row.finally(() => server.kill()))
    }
    keepRows([...rows, ...(await rowsOfAnyMachine())])
    console.log('docs/llama.md and docs/model-servers.md have the figures')
  }
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function setup(): string {
  const versions = Object.entries(VERSIONS).map(([what, version]) => `${what} ${version}`)
  const [, , load = 0] = loadavg()
  const here = `Node ${process.versions.node}, ${cpus().length} cores, load ${load.toFixed(0)}`
  return `${new Date().toISOString().slice(0, 10)}: ${versions.join(', ')}, ${here}.`
}
