// Tries a publication without publishing: node .config/publish-check.mjs [FOLDER] reads what `npm run release` wrote there
// (dist/ unless given) and checks each package's name, version, files, licence and README as its registry will show them.
// --offline asks no registry whether the names are free. Exits with 1 and a sentence for each problem.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { npmProblems, NPM_PACKAGES, wheelProblems } from './release/package-problems.mjs'
import { askRegistry } from './release/registry-names.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const { values, positionals } = parseArgs({ options: { offline: { type: 'boolean' } }, allowPositionals: true })
const FOLDER = resolve(positionals[0] ?? join(ROOT, 'dist'))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const needsRepository = process.env['GITHUB_REPOSITORY'] !== undefined
const stage = mkdtempSync(join(tmpdir(), 'cges-publish-'))
let problems = 0

try {
  for (const name of NPM_PACKAGES) {
    const place = unpacked(
      `${name}-${version}.tgz`,
      ['tar', '--extract', '--strip-components=1', '--file'],
      '--directory',
    )
    if (place !== null) await report('npm', name, npmProblems(place, { name, version, needsRepository }))
  }
  const wheel = unpacked(`cges-${version}-py3-none-any.whl`, ['python3', '-m', 'zipfile', '--extract'])
  if (wheel !== null) await report('PyPI', 'cges', problemsOfWheel(wheel))
  const chart = `cges-fleet-${version}-k8s.tgz`
  console.log(
    existsSync(join(FOLDER, chart)) ? `chart: ${chart}` : 'chart and images: not written, for want of --registry',
  )
} finally {
  rmSync(stage, { recursive: true, force: true })
}
process.exitCode = problems === 0 ? 0 : 1

/** Unpacks a file of the release; null if it is missing. */
function unpacked(file, [command, ...args], into) {
  const place = mkdtempSync(join(stage, 'package-'))
  if (!existsSync(join(FOLDER, file))) {
    fail(`${file} is missing from ${FOLDER}: run \`npm run release\` first`)
    return null
  }
  const { status, stderr } = spawnSync(command, [...args, join(FOLDER, file), ...(into ? [into] : []), place], {
    encoding: 'utf8',
  })
  if (status === 0) return place
  fail(`${file} cannot be unpacked: ${stderr}`)
  return null
}

function problemsOfWheel(place) {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
  const metadata = readFileSync(join(place, `cges-${version}.dist-info/METADATA`), 'utf8')
  return wheelProblems({ metadata, files, name: 'cges', version })
}

async function report(registry, name, found) {
  const { line, isPublished } = values.offline
    ? { line: `${registry}: ${name}` }
    : await askRegistry(registry, name, version)
  const file = registry === 'npm' ? `${name}-${version}.tgz` : `${name}-${version}-py3-none-any.whl`
  console.log(`${line}; ${version}, ${(statSync(join(FOLDER, file)).size / 1e6).toFixed(1)} MB`)
  for (const problem of found) fail(`${file}: ${problem}`)
  if (isPublished) fail(`${file}: this version is published and cannot be replaced`)
}

function fail(sentence) {
  problems += 1
  console.error(sentence)
}
