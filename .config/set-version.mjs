// Sets the repository's version everywhere it appears: node .config/set-version.mjs 0.2.0. The Unreleased section of
// CHANGELOG.md becomes that version's, dated today.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [, , version = '', folder] = process.argv
const ROOT = resolve(folder ?? dirname(dirname(fileURLToPath(import.meta.url))))
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  console.error('give a version, such as 0.2.0')
  process.exit(1)
}

edit('package.json', /^ {2}"version": ".*",$/m, `  "version": "${version}",`)
edit('CITATION.cff', /^version: .*$/m, `version: ${version}`)
edit('packages/core/src/release.ts', /RELEASE = '.*'/, `RELEASE = '${version}'`)
edit('k8s/chart/Chart.yaml', /^(version|appVersion): .*$/gm, `$1: ${version}`)
const GOLDENS = 'test/src/deploy/kubernetes/goldens'
for (const file of readdirSync(join(ROOT, GOLDENS)).filter((each) => each.endsWith('.yaml'))) {
  edit(`${GOLDENS}/${file}`, /(registry\.invalid\/cges-fleet\/[\w-]+):[\w.-]+/g, `$1:${version}`)
  edit(`${GOLDENS}/${file}`, /(app\.kubernetes\.io\/version: ").*"/g, `$1${version}"`)
  edit(`${GOLDENS}/${file}`, /(helm\.sh\/chart: cges-fleet-).*/g, `$1${version}`)
}
const today = new Date().toISOString().slice(0, 10)
edit('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n`)

function edit(file, pattern, replacement) {
  const path = join(ROOT, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement))
}
