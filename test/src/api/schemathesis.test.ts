import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { pathOf, GetOpenapi } from '@cges-fleet/core/contract'
import { afterAll, expect, it } from 'vitest'
import { drawn, POOL, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const PROGRAM = 'schemathesis'
const missing = spawnSync(PROGRAM, ['--version']).error !== undefined
/** If a seed is given, the same requests are made again. */
const seed = process.env['SCHEMATHESIS_SEED']
const folder = mkdtempSync(join(tmpdir(), 'cges-schemathesis-'))

/** No 5xx; and status, type, headers and body as documented. */
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance'

const api = useApi()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs Schemathesis against the API's own document, and returns its final report. */
async function ask(
  config: string,
  ...also: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const file = join(folder, 'schemathesis.toml')
  writeFileSync(file, config)
  const phases = [
    '--phases',
    'examples,coverage,fuzzing',
    '--checks',
    CHECKS,
    '--continue-on-failure',
    '-n',
    '40',
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...also,
  ]
  const args = ['--config-file', file, 'run', `${api().url}${pathOf(GetOpenapi)}`, ...phases]
  const child = spawn(PROGRAM, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'exit')
  const output = stripVTControlCharacters(said)
  console.log(output.slice(output.indexOf('== SUMMARY')))
  return { code: child.exitCode, output }
}

it.skipIf(missing)(
  'answers as its own document says to whatever Schemathesis thinks of (needs Schemathesis on the path)',
  async () => {
    const anything = await ask('')
    expect(anything.code, anything.output).toBe(0)
    // With names of existing things, requests get further. An extended evaluation runs again, and its stream does not
    // end.
    const { db } = api()
    const id = await submit(db, {})
    await round(db, id)
    await landAll(db, () => drawn('4'))
    await round(db, id)
    const there = `[parameters]\n"path.id" = "${id}"\n"path.pool" = "${POOL}"\n"path.team" = "local"\n`
    const something = await ask(there, '--exclude-path-regex', '/live$')
    expect(something.code, something.output).toBe(0)
  },
  600_000,
)
