// Writes a release into dist/: what others install, the manifests for Kubernetes, the source, the bill of materials, and
// checksums of all of it.
//   node .config/release.mjs [--out FOLDER] [--registry HOST/NAME] [--images auto|build|push|skip] [--check] [--rehearsal]
// --registry (or CGES_REGISTRY) is where its images will be: the manifests name it, the images are built under it where a
// container engine answers, and the commands that push them are printed; only --images push pushes them. A rehearsal
// builds them only with --images build. --check says what is missing for a release and writes nothing; --rehearsal writes what a checkout
// with changes or without a section in CHANGELOG.md can give. The version is that of package.json, see set-version.mjs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildImages, IMAGE_CHOICES, imageCommands } from './release/build-images.mjs'
import { releaseProblems } from './release/release-problems.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist') },
    registry: { type: 'string', default: process.env['CGES_REGISTRY'] },
    images: { type: 'string' },
    check: { type: 'boolean', default: false },
    rehearsal: { type: 'boolean', default: false },
  },
})
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const OUT = resolve(values.out)
const name = `cges-fleet-${version}`

const how = values.images ?? (values.rehearsal ? 'skip' : 'auto')
if (!IMAGE_CHOICES.includes(how)) {
  console.error(`--images is one of ${IMAGE_CHOICES.join(', ')}`)
  process.exit(1)
}

const problems = [...releaseProblems(ROOT, version), ...(isClean() ? [] : ['there are changes that no commit holds'])]
for (const problem of problems) console.error(problem)
if (problems.length > 0 && !values.rehearsal) process.exit(1)
if (values.check) process.exit(0)

mkdirSync(OUT, { recursive: true })
if (problems.length === 0) write(`${name}.tar`, run('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD']))
run('node', ['.config/pack.mjs', OUT])
write(`${name}.cdx.json`, run('node', ['.config/sbom.mjs']))
if (problems.length > 0) console.log('a rehearsal: without the source')
if (values.registry === undefined) console.log('no manifests for Kubernetes: --registry says where the images will be')
else {
  manifests(values.registry)
  images(values.registry)
}
write('SHA256SUMS', checksums())
for (const file of written()) console.log(join(OUT, file))

function isClean() {
  return run('git', ['status', '--porcelain']).length === 0
}

/** The manifests as they are, with the registry in the chart's values. */
function manifests(registry) {
  const stage = mkdtempSync(join(tmpdir(), 'cges-manifests-'))
  const folder = join(stage, `${name}-k8s`)
  cpSync(join(ROOT, 'k8s'), folder, { recursive: true })
  const chart = join(folder, 'chart/values.yaml')
  writeFileSync(chart, readFileSync(chart, 'utf8').replace("registry: ''\n", `registry: ${registry}\n`))
  run('tar', ['--create', '--gzip', '--file', join(OUT, `${name}-k8s.tgz`), '--directory', stage, `${name}-k8s`])
  rmSync(stage, { recursive: true })
}

/** Builds the images if possible, and prints the steps left to do by hand. */
function images(registry) {
  const { lines, reason } = buildImages({ root: ROOT, registry, version, how })
  if (lines === undefined) console.log(`images were not built: ${reason}`)
  else write(`${name}.images.txt`, `${lines.join('\n')}\n`)
  if (how === 'push') return
  console.log(lines === undefined ? 'they are built and pushed by' : 'they are pushed by')
  for (const { build, push } of imageCommands({ registry, version })) {
    const commands = lines === undefined ? [build, push] : [push]
    console.log(`  ${commands.map((command) => `docker ${command.join(' ')}`).join(' && ')}`)
  }
}

function checksums() {
  const sums = written().map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(OUT, file)))
        .digest('hex')}  ${file}`,
  )
  return `${sums.join('\n')}\n`
}

function written() {
  const files = readdirSync(OUT).filter((file) => file.includes(`-${version}`))
  return files.toSorted()
}

function write(file, content) {
  writeFileSync(join(OUT, file), content)
}

function run(command, args) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 30,
  })
  if (status === 0) return stdout
  console.error(error?.message ?? `${command} ${args.join(' ')} failed`)
  process.exit(1)
}
