import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_TERMINAL } from '../support/in-terminal.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RECURSIVE = { recursive: true }
const PURE = ['methods', 'answers', 'core', 'client', 'statistics', 'formats', 'replay']

let folder: string

/** A checkout of nothing but one step, which takes a while. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-prepare-'))
  for (const name of PURE) mkdirSync(join(folder, 'packages', name, 'src'), { recursive: true })
  for (const name of ['apps/dashboard', 'packages/report', 'test', '.config']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (const name of ['prepare.mjs', 'one-at-a-time.mjs', 'pnpm.mjs'])
    cpSync(join(ROOT, '.config', name), join(folder, '.config', name))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function makeReport(script: string): void {
  writeFileSync(join(folder, 'packages/report/build.mjs'), script)
}

const prepare = () => spawnSync(process.execPath, ['.config/prepare.mjs', 'report'], { cwd: folder, encoding: 'utf8' })

/** Runs it as a user without the right to write; a superuser has every right. */
function prepareAsAnother() {
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  return spawnSync(process.execPath, ['.config/prepare.mjs', 'report'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    ...uid,
  })
}

async function prepareBeside(): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn(process.execPath, ['.config/prepare.mjs', 'report'], { cwd: folder })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

it.skipIf(NO_TERMINAL !== null)('says on a terminal how long what it does has taken', () => {
  makeReport('setTimeout(() => {}, 2500)')
  const command = `"${process.execPath}" .config/prepare.mjs report`
  const { stdout, status } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /\rBuilding the report page … 0 s.*\rBuilding the report page … 1 s.*\rBuilding the report page … 2 s.*\n$/su,
  )
})

it('elsewhere says what it does in a line, on stderr; and does it once', () => {
  makeReport('console.log("made")')
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: 'Building the report page …\n' })
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('waits for another that prepares the same checkout, and not for one that was killed', async () => {
  makeReport(
    `import { existsSync, rmSync, writeFileSync } from 'node:fs'
if (existsSync('busy')) throw new Error('two at once')
writeFileSync('busy', '')
setTimeout(() => rmSync('busy'), 1500)`,
  )
  const both = await Promise.all([prepareBeside(), prepareBeside()])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const text = both.map(({ stderr }) => stderr).join('')
  expect(text.match(/Building the report page/gu)).toHaveLength(1)
  expect(text.match(/Waiting for process \d+, which prepares this checkout/gu)).toHaveLength(1)
  rmSync(join(folder, 'node_modules/.prepared/report'))
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(folder, 'node_modules/.prepared/by'), String(pid))
  expect(prepare()).toMatchObject({ status: 0, stderr: 'Building the report page …\n' })
})

it('waits for nobody where nothing is to be done, and writes nothing', () => {
  makeReport('')
  expect(prepare().status).toBe(0)
  const stamps = join(folder, 'node_modules/.prepared')
  writeFileSync(join(stamps, 'by'), String(process.pid))
  chmodSync(folder, 0o755)
  chmodSync(stamps, 0o555)
  expect(prepareAsAnother()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(stamps, 'by'), 'utf8')).toBe(String(process.pid))
})

it('says who prepares a checkout, and how, to a user who may not write to it', () => {
  makeReport('')
  chmodSync(folder, 0o555)
  const { status, stderr } = prepareAsAnother()
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^This checkout is not prepared, and you may not write to \S+ As its owner, run once: node \S+prepare\.mjs report\n$/u,
  )
})

it('makes again what another source made by halves', () => {
  makeReport('')
  expect(prepare().status).toBe(0)
  makeReport('process.exitCode = 3')
  expect(prepare().status).toBe(3)
  makeReport('')
  expect(prepare()).toMatchObject({ status: 0, stderr: 'Building the report page …\n' })
})

it('brings to run what runs; once the compiler is there, it compiles', () => {
  const noted = join(folder, 'noted')
  const bin = join(folder, 'bin')
  const note = (file: string, name: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `require('fs').appendFileSync(${JSON.stringify(noted)}, '${name}\\n')`)
  }
  for (const name of ['transpile', 'bundle-apps']) note(`.config/${name}.cjs`, name)
  for (const name of ['transpile', 'bundle-apps'])
    writeFileSync(join(folder, `.config/${name}.mjs`), `import './${name}.cjs'`)
  note('node_modules/typescript/bin/tsc', 'compile')
  for (const name of ['.next/standalone', '.next/cache'])
    mkdirSync(join(folder, 'apps/dashboard', name), { recursive: true })
  const next = join(folder, 'apps/dashboard/node_modules/next/dist')
  mkdirSync(join(next, 'server'), { recursive: true })
  for (const name of ['server/config.js', 'server/config.js.map']) writeFileSync(join(next, name), '')
  makeReport('')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> '${noted}'\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const run = (...steps: string[]) => {
    rmSync(noted, { force: true })
    const { status, stderr } = spawnSync(process.execPath, ['.config/prepare.mjs', ...steps], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return existsSync(noted) ? readFileSync(noted, 'utf8') : ''
  }
  expect(run('command-line')).toMatch(/ install .*--prod\ntranspile\nbundle-apps\n$/u)
  expect(run('run')).toMatch(/^.* run build\n$/u)
  expect(readdirSync(join(folder, 'apps/dashboard/.next'))).toEqual(['standalone'])
  expect(readdirSync(join(next, 'server'))).toEqual(['config.js'])
  for (const steps of ['run', 'command-line']) expect(run(steps)).toBe('')
  expect(run('dependencies', 'code')).toMatch(/ install .*silent\ncompile\n$/u)
  writeFileSync(join(folder, 'packages/core/src/new.ts'), '')
  expect(run('run')).toMatch(/^compile\nbundle-apps\n.* run build\n$/u)
})

/** Names the steps that are asked for, and ends so. */
const preparing = (status: number) => `console.error(process.argv[2]); process.exitCode = ${status}`

it.each([
  [['--help'], 'command-line'],
  [['replay', '--demo'], 'command-line'],
  [['up', '--demo'], 'run'],
  [['up', '--workers', '0', '--no-dashboard'], 'command-line'],
  [['up', '--help'], 'command-line'],
  [['dashboard'], 'run'],
])('prepares for cges %j no more than it needs: %s', (args, steps) => {
  cpSync(join(ROOT, '.config/cges.mjs'), join(folder, '.config/cges.mjs'))
  const bundle = join(folder, 'apps/cli/bundle')
  mkdirSync(bundle, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(bundle, 'main.js'), 'console.log(process.argv.slice(2).join(" "))')
  const cges = () => spawnSync(process.execPath, ['.config/cges.mjs', ...args], { cwd: folder, encoding: 'utf8' })
  writeFileSync(join(folder, '.config/prepare.mjs'), preparing(0))
  expect(cges()).toMatchObject({ status: 0, stdout: `${args.join(' ')}\n`, stderr: `${steps}\n` })
  writeFileSync(join(folder, '.config/prepare.mjs'), preparing(3))
  expect(cges()).toMatchObject({ status: 3, stdout: '', stderr: `${steps}\n` })
})

it('runs in the folder it is called in, once README’s line is pasted in a checkout', () => {
  for (const name of ['cges.mjs', 'bin']) cpSync(join(ROOT, '.config', name), join(folder, '.config', name), RECURSIVE)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, '.config/prepare.mjs'), 'process.chdir("/")')
  mkdirSync(join(folder, 'apps/cli/bundle'), RECURSIVE)
  writeFileSync(
    join(folder, 'apps/cli/bundle/main.js'),
    'console.log(process.cwd(), ...process.argv.slice(2)); process.exitCode = 3',
  )
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'cges elsewhere ')))
  const [, line = ''] = /^(export PATH=.*?) +# once/mu.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  const script = `${line}\ncd '${elsewhere}'\ncges replay 'a b.jsonl'`
  const found = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })
  rmSync(elsewhere, RECURSIVE)
  expect(found).toMatchObject({ status: 3, stdout: `${elsewhere} replay a b.jsonl\n`, stderr: '' })
})

it('ends as a step that fails, with what that printed', () => {
  makeReport('console.log("no room"); process.exitCode = 3')
  const { status, stderr } = prepare()
  expect(status).toBe(3)
  expect(stderr).toMatch(/^Building the report page …\nno room\n.*build\.mjs failed\n$/u)
  expect(prepare().status).toBe(3)
})
