import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
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
const REGISTRY = 'registry.example:5000/team'

interface Manifest {
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly scripts?: Record<string, string>
}
const manifestAt = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const { version } = manifestAt(ROOT)

/** What of the environment says where the rest of the release is. */
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
  const env = { ...inherited, XDG_CACHE_HOME: join(folder, 'cache'), ...source }
  const command = join(home, 'node_modules/.bin/cges')
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: home, encoding: 'utf8', env })
  return { out: stdout, err: stderr, code: status }
}

function bytesBelow(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size
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
  const own = installed(
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
  expect(own.out).toMatch(/own: rule\.mjs .* 2\.00 +50\.0 %/)
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

it('says of what needs a database where to get it', () => {
  for (const args of [
    ['up'],
    ['migrate'],
    ['pool', 'promise', 'gpu', '--model', 'm'],
    ['key', 'create', '--admin', '--name', 'a'],
  ]) {
    const { err, code } = installed(...args)
    expect(code).toBe(1)
    expect(err).toContain('needs a checkout of cges-fleet')
    expect(err).toContain('npm start')
  }
})

it('fetches the rest once for what needs it, prepares it, and runs the same command there', () => {
  const rest = join(folder, `cges-fleet-${version}`)
  mkdirSync(join(rest, '.config'), { recursive: true })
  mkdirSync(join(rest, 'apps/cli/bundle'), { recursive: true })
  writeFileSync(join(rest, '.config/prepare.mjs'), 'console.log("prepared in", process.cwd())')
  writeFileSync(join(rest, 'apps/cli/bundle/main.js'), 'console.log(...process.argv.slice(2)); process.exitCode = 5')
  writeFileSync(join(rest, 'package.json'), '{"type":"module"}')
  const archive = join(folder, 'rest.tar')
  execFileSync('tar', ['-cf', archive, '-C', folder, `cges-fleet-${version}`])

  source = { CGES_FLEET_SOURCE: 'http://example.com/rest.tar' }
  expect(installed('up', '--demo').err).toContain('begins with https://')
  source = { CGES_FLEET_SOURCE: archive }
  const manifest = join(home, 'node_modules/cges/package.json')
  const told = manifestAt(join(home, 'node_modules/cges'))
  const pin = (file: string) => {
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(manifest, JSON.stringify({ ...told, fleetSource: { sha256 } }))
  }
  writeFileSync(manifest, JSON.stringify({ ...told, fleetSource: undefined }))
  expect(installed('up', '--demo').err).toContain('it is of no release')
  pin(join(folder, `cges-${version}.tgz`))
  expect(installed('up', '--demo')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Nothing of it was run'),
  })
  expect(existsSync(join(folder, 'cache/cges', version))).toBe(false)
  pin(archive)

  source = { CGES_FLEET_SOURCE: join(folder, 'none.tar') }
  expect(installed('up', '--demo')).toMatchObject({ code: 1, out: '' })
  source = { CGES_FLEET_SOURCE: join(folder, `cges-${version}.tgz`) }
  expect(installed('up', '--demo').err).toContain('is not the source of cges')
  const ran = { code: 5, out: `prepared in ${join(folder, 'cache/cges', version)}\nup --demo\n` }
  source = { CGES_FLEET_SOURCE: archive }
  expect(installed('up', '--demo')).toMatchObject(ran)
  rmSync(archive)
  expect(installed('up', '--demo')).toMatchObject(ran)
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
