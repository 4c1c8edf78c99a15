// Writes what others install: dist/cges-VERSION.tgz, dist/cges-fleet-VERSION.tgz, dist/cges-methods-VERSION.tgz and, with
// Python, the wheel of packages/python. `node .config/pack.mjs [FOLDER]` writes elsewhere. The version is that of
// package.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stageCli } from './pack/pack-cli.mjs'
import { stageFleet } from './pack/pack-fleet.mjs'
import { stageMethods } from './pack/pack-methods.mjs'
import { fleetLock } from './pack/postgres-packages.mjs'
import { startPulse } from './pack/pulse.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const OUT = resolve(process.argv[2] ?? join(ROOT, 'dist'))
const release = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const stage = mkdtempSync(join(tmpdir(), 'cges-pack-'))

mkdirSync(OUT, { recursive: true })
console.log('Packing for npm and Python: takes minutes …')
const endPulse = startPulse('packing')
try {
  const dependencies = await stageFleet(ROOT, join(stage, 'fleet'), release)
  const integrity = tarball('fleet')
  const lock = fleetLock(ROOT, { version: release.version, integrity, dependencies })
  await stageCli(ROOT, join(stage, 'cges'), { release, lock })
  tarball('cges')
  await stageMethods(ROOT, join(stage, 'methods'), release)
  tarball('methods')
  wheel()
} finally {
  endPulse()
  rmSync(stage, { recursive: true, force: true })
}

/** Packs a folder of the stage. Returns the hash that npm knows the package by. */
function tarball(name) {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', OUT]
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: join(stage, name), encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  const file = stdout.trim()
  told(file)
  const hash = createHash('sha512').update(readFileSync(join(OUT, file)))
  return `sha512-${hash.digest('base64')}`
}

function wheel() {
  const source = join(ROOT, 'packages/python')
  if (!existsSync(join(source, 'pyproject.toml'))) return console.log('no wheel: there is no packages/python')
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0)
  if (python === undefined) return console.log('no wheel: there is no Python with pip here')
  const command = `command=${join(stage, 'cges')}`
  const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--config-settings', command, '--wheel-dir', OUT, source]
  const { status, stderr } = spawnSync(python, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pip wheel failed: ${stderr}`)
  told(`cges-${release.version}-py3-none-any.whl`)
}

function told(file) {
  console.log(`${join(OUT, file)}  ${(statSync(join(OUT, file)).size / 1e6).toFixed(1)} MB`)
}
