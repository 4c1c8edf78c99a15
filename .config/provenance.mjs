// Writes a release's provenance to stdout: an in-toto statement with SLSA provenance
// (https://slsa.dev/spec/v1.1/provenance). It covers the source archive, or images by digest: --image NAME@sha256:…,
// with --build-arg NAME=VALUE for each build argument that differed from the Dockerfile's. BUILDER_ID is the builder's
// URI. The statement is not signed.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const DOCKERFILE = 'apps/Dockerfile'
const PINNED = /^(?<name>[^\s@]+)@sha256:(?<sha256>[0-9a-f]{64})$/
const startedOn = now()

const { image: images, 'build-arg': given } = options()
if (git('status', '--porcelain').length > 0)
  fail('the working tree has changes that no commit holds: commit them first')
const commit = git('rev-parse', 'HEAD').toString().trim()
const source = { name: 'source', digest: { gitCommit: commit } }

console.log(JSON.stringify(images.length === 0 ? ofArchive() : ofImages(), null, 2))

/** `git archive` gives the same bytes for the same commit on every machine. */
function ofArchive() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const prefix = `cges-fleet-${version}/`
  const archive = git('archive', '--format=tar', `--prefix=${prefix}`, commit)
  const externalParameters = { source: { gitCommit: commit }, format: 'tar', prefix }
  return statement([{ name: `cges-fleet-${version}.tar`, digest: { sha256: sha256(archive) } }], {
    buildDefinition: {
      buildType: 'urn:cges-fleet:build:git-archive:v1',
      externalParameters,
      resolvedDependencies: [source],
    },
    runDetails: runDetails({ startedOn, finishedOn: now() }),
  })
}

/** When an image was built is not known here. */
function ofImages() {
  const buildArgs = { ...argumentsOf(readFileSync(DOCKERFILE, 'utf8')), ...Object.fromEntries(given.map(pairOf)) }
  const bases = Object.entries(buildArgs).map(([name, value]) => baseImage(name, value))
  const lock = { name: 'pnpm-lock.yaml', digest: { sha256: sha256(readFileSync('pnpm-lock.yaml')) } }
  const externalParameters = { source: { gitCommit: commit }, dockerfile: DOCKERFILE, buildArgs }
  const subject = images.map((image) => {
    const { name, sha256: digest } = pinned(image, '--image')
    return { name, digest: { sha256: digest } }
  })
  return statement(subject, {
    buildDefinition: {
      buildType: 'urn:cges-fleet:build:dockerfile:v1',
      externalParameters,
      resolvedDependencies: [source, lock, ...bases],
    },
    runDetails: runDetails({}),
  })
}

function statement(subject, predicate) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate,
  }
}

function runDetails(times) {
  const id = process.env.BUILDER_ID ?? 'urn:cges-fleet:builder:unnamed'
  if (!URL.canParse(id)) fail(`BUILDER_ID must be a URI such as https://ci.example.org/runner, not "${id}"`)
  return { builder: { id }, metadata: { invocationId: `urn:uuid:${randomUUID()}`, ...times } }
}

function options() {
  const many = { type: 'string', multiple: true, default: [] }
  try {
    return parseArgs({ options: { image: many, 'build-arg': many } }).values
  } catch (error) {
    return fail(error.message)
  }
}

/** Every argument of our Dockerfile is an image. */
function argumentsOf(dockerfile) {
  return Object.fromEntries([...dockerfile.matchAll(/^ARG (\S+)$/gm)].map(([, pair]) => pairOf(pair)))
}

function pairOf(pair) {
  const at = pair.indexOf('=')
  if (at < 1) fail(`--build-arg must be NAME=VALUE, not "${pair}"`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function baseImage(argument, image) {
  const { name, sha256: digest } = pinned(image, `the base image ${argument}`)
  const [, repository, tag = 'latest'] = /^(.+?)(?::([^:/]+))?$/.exec(name)
  return { name: argument, uri: `pkg:docker/${repository}@${tag}`, digest: { sha256: digest } }
}

function pinned(image, what) {
  const found = PINNED.exec(image)?.groups
  if (found === undefined) fail(`${what} must be NAME@sha256: and 64 hexadecimal digits, not "${image}"`)
  return found
}

function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { maxBuffer: 2 ** 30 })
  if (status !== 0) fail(`git ${args[0]}: ${error?.message ?? stderr.toString().trim()}`)
  return stdout
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function now() {
  return `${new Date().toISOString().slice(0, 19)}Z`
}

function fail(why) {
  console.error(why)
  process.exit(1)
}
