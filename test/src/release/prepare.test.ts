import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_TERMINAL } from '../support/in-terminal.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PURE = ['methods', 'answers', 'core', 'client', 'statistics', 'formats', 'replay']

let folder: string

/** A checkout of nothing but one step, which takes a while. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-prepare-'))
  for (const name of PURE) mkdirSync(join(folder, 'packages', name, 'src'), { recursive: true })
  for (const name of ['apps/dashboard', 'packages/report', 'test', '.config']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (const name of ['prepare.mjs', 'pnpm.mjs']) cpSync(join(ROOT, '.config', name), join(folder, '.config', name))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function makeReport(script: string): void {
  writeFileSync(join(folder, 'packages/report/build.mjs'), script)
}

const prepare = () => spawnSync(process.execPath, ['.config/prepare.mjs', 'report'], { cwd: folder, encoding: 'utf8' })

it.skipIf(NO_TERMINAL !== null)('says on a terminal how long what it does has taken', () => {
  makeReport('setTimeout(() => {}, 2500)')
  const command = `"${process.execPath}" .config/prepare.mjs report`
  const { stdout, status } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/\rpreparing report … 0 s.*\rpreparing report … 1 s.*\rpreparing report … 2 s.*\n$/su)
})

it('elsewhere says what it does in a line, on stderr; and does it once', () => {
  makeReport('console.log("made")')
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: 'preparing report …\n' })
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('ends as a step that fails, with what that printed', () => {
  makeReport('console.log("no room"); process.exitCode = 3')
  const { status, stderr } = prepare()
  expect(status).toBe(3)
  expect(stderr).toMatch(/^preparing report …\nno room\n.*build\.mjs failed\n$/u)
  expect(prepare().status).toBe(3)
})
