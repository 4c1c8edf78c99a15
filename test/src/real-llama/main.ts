import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepRows, probedRow, rowsOfAnyMachine, type ServerRow } from '../support/server-matrix.js'
import { llamaFiles, VERSIONS } from './llama-environment.js'

// The suite against a real llama.cpp: `npm run test:with -- llama`. Builds it and fetches a model once, or takes
// LLAMA_SERVER and LLAMA_MODEL. A green run with its own writes docs/llama.md.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const ABOUT = `# On a real llama.cpp

Written by \`npm run test:with -- llama\`. It builds llama.cpp's server from source once and fetches a pretrained base model of 270 million
parameters (Gemma 3, 4 bits, under Gemma's terms; used, not shipped). Both stay in the user's cache. \`LLAMA_SERVER\` and \`LLAMA_MODEL\` name others.

The model is small and the questions are few: 24 sums in words, of which a guess gets 2 % right, and 24 capitals. The figures show that the whole way
works on a pretrained model with few-shot prompts. They do not show what voting gains with a large one.

Methods read the samples with four slots, one thread and \`--no-repack\`. Seeds are tried on three servers of their own. Workers always stream: llama.cpp ends a request
without a stream, once its sender has left, only after a second in which it answered nobody.

`

const folder = mkdtempSync(join(tmpdir(), 'cges-llama-'))
const resultsFile = join(folder, 'figures.jsonl')

try {
  writeFileSync(resultsFile, '')
  const { LLAMA_SERVER, LLAMA_MODEL } = process.env
  const files = LLAMA_SERVER === undefined || LLAMA_MODEL === undefined ? llamaFiles() : { LLAMA_SERVER, LLAMA_MODEL }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--config', '.config/vitest.config.ts', 'test/src/real-llama']
  const env = { ...process.env, ...files, LLAMA_FIGURES: resultsFile }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status === 0) {
    writeFileSync(join(ROOT, 'docs/llama.md'), page())
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

function page(): string {
  const rows = readFileSync(resultsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { what: string; figure: string })
  const table = rows.map(({ what, figure }) => `| ${what} | ${figure} |\n`).join('')
  const versions = Object.entries(VERSIONS).map(([what, version]) => `${what} ${version}`)
  const [, , load = 0] = loadavg()
  const here = `Node ${process.versions.node}, ${cpus().length} cores, load ${load.toFixed(0)}`
  return `${ABOUT}${new Date().toISOString().slice(0, 10)}: ${versions.join(', ')}, ${here}.

| what | figure |
| --- | --- |
${table}`
}
