import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDockerfile } from '../deploy/dockerfile-offences.js'
import { ROOT } from '../deploy/root.js'

const FILES = ['.config/provenance.mjs', 'apps/Dockerfile', 'package.json', 'pnpm-lock.yaml']
const IMAGE = `registry.example:5000/cges/api@sha256:${'a'.repeat(64)}`
const folder = mkdtempSync(join(tmpdir(), 'cges-provenance-'))

/** https://slsa.dev/spec/v1.1/provenance and https://github.com/in-toto/attestation/tree/main/spec/v1, field by field. */
const Digest = z.union([
  z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ gitCommit: z.string().regex(/^[0-9a-f]{40}$/) }),
])
const Resource = z.strictObject({ name: z.string().min(1), uri: z.url().optional(), digest: Digest })
const Timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const Statement = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(Resource).min(1),
  predicateType: z.literal('https://slsa.dev/provenance/v1'),
  predicate: z.strictObject({
    buildDefinition: z.strictObject({
      buildType: z.url(),
      externalParameters: z.record(z.string(), z.unknown()),
      resolvedDependencies: z.array(Resource),
    }),
    runDetails: z.strictObject({
      builder: z.strictObject({ id: z.url() }),
      metadata: z.strictObject({
        invocationId: z.string(),
        startedOn: Timestamp.optional(),
        finishedOn: Timestamp.optional(),
      }),
    }),
  }),
})

beforeAll(() => {
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file))
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'all')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, maxBuffer: 2 ** 30 })
  expect(status, stderr.toString()).toBe(0)
  return stdout
}

function provenance(args: readonly string[] = [], variables: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...variables }
  return spawnSync(process.execPath, ['.config/provenance.mjs', ...args], { cwd: folder, env, encoding: 'utf8' })
}

function stated(...args: readonly string[]): z.infer<typeof Statement> {
  const { status, stdout, stderr } = provenance(args)
  expect(status, stderr).toBe(0)
  return Statement.parse(JSON.parse(stdout))
}

function refused(args: readonly string[], variables: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = provenance(args, variables)
  expect([status, stdout]).toEqual([1, ''])
  return stderr
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const commit = () => git('rev-parse', 'HEAD').toString().trim()

it('says of the source archive which commit it is of; whoever archives that commit gets the same digest', () => {
  const { subject, predicate } = stated()
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const archive = git('archive', '--format=tar', `--prefix=cges-fleet-${version}/`, 'HEAD')
  expect(subject).toEqual([{ name: `cges-fleet-${version}.tar`, digest: { sha256: sha256(archive) } }])
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([{ name: 'source', digest: { gitCommit: commit() } }])
})

it('says of an image what it was built from: the commit, the lock file, every base image that the Dockerfile pins', () => {
  const { subject, predicate } = stated('--image', IMAGE)
  expect(subject).toEqual([{ name: 'registry.example:5000/cges/api', digest: { sha256: 'a'.repeat(64) } }])
  const { resolvedDependencies } = predicate.buildDefinition
  const stages = parseDockerfile(readFileSync(join(ROOT, 'apps/Dockerfile'), 'utf8'))
  const bases = new Set(stages.flatMap(({ from }) => /@sha256:(\w+)$/.exec(from)?.[1] ?? []))
  expect(bases.size).toBe(2)
  expect(resolvedDependencies.map(({ digest }) => Object.values(digest)[0])).toEqual([
    commit(),
    sha256(readFileSync(join(ROOT, 'pnpm-lock.yaml'))),
    ...bases,
  ])
  const other = `mirror.example/node:26@sha256:${'b'.repeat(64)}`
  const mirrored = stated('--image', IMAGE, '--build-arg', `NODE=${other}`).predicate.buildDefinition
  expect(mirrored.externalParameters).toMatchObject({ buildArgs: { NODE: other } })
  expect(mirrored.resolvedDependencies[2]).toEqual({
    name: 'NODE',
    uri: 'pkg:docker/mirror.example/node@26',
    digest: { sha256: 'b'.repeat(64) },
  })
})

it('refuses what it cannot vouch for, saying what to do', () => {
  expect(refused(['--image', 'cges-fleet-api:dev'])).toContain('--image must be NAME@sha256:')
  expect(refused(['--image', IMAGE, '--build-arg', 'NODE=node:26'])).toContain(
    'the base image NODE must be NAME@sha256:',
  )
  expect(refused([], { BUILDER_ID: 'my laptop' })).toContain('BUILDER_ID must be a URI')
  expect(refused(['--images', IMAGE])).toContain("Unknown option '--images'")
  appendFileSync(join(folder, 'package.json'), '\n')
  expect(refused([])).toContain('commit them first')
  git('checkout', '--quiet', '.')
})
