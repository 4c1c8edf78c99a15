import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.js'
import { EXAMPLES, goldenOf, kept, keptSourceOf, sourceOf, unfolded, WHOLE } from './goldens.js'
import { EXAMPLE_FILES, helm, HELM_PYTHON, type Manifest, readExample, readManifests, workloads } from './manifest.js'
import { moduleOf, published, schemaOffence } from './schemas.js'
import { find, FOREIGN, MUTATIONS } from './mutations.js'
import { namespaceOffences } from './namespace-offences.js'
import { podOffences, workerOffences } from './pod-offences.js'

const offences = (manifests: Manifest[]) => [
  ...podOffences(manifests),
  ...workerOffences(manifests),
  ...namespaceOffences(manifests),
]

/** Asks the compiler too: the schemas let misspelt keys pass, the types do not. */
function typeOffences(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(ROOT, 'test/dist/manifests-'))
  const lines = (manifests.flatMap(published) as Manifest[]).map((manifest, n) =>
    [
      `import type { I${manifest.kind} as T${n} } from '${moduleOf(manifest.apiVersion)}'`,
      `export const m${n} = ${JSON.stringify(manifest)} satisfies T${n}`,
    ].join('\n'),
  )
  try {
    const file = join(folder, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const strict = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--types',
      'node',
      '--module',
      'nodenext',
    ]
    const { stdout } = spawnSync(process.execPath, [compiler, ...strict, file], { encoding: 'utf8' })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.each(EXAMPLES)('the example %s', (example) => {
  const values = join(ROOT, `k8s/values/${example}.yaml`)

  it.skipIf(HELM_PYTHON === undefined)('renders what is checked here (needs helm-python-sdk)', async () => {
    expect(helm('lint', values)).toEqual({ status: 0, out: '\n' })
    const { status, out } = helm('render', values)
    expect(status, out).toBe(0)
    const whole = helm('render', join(ROOT, `k8s/values/${WHOLE}.yaml`)).out
    const folded = kept(example, out, whole)
    expect(unfolded(folded, whole)).toBe(out.trimEnd())
    await expect(folded).toMatchFileSnapshot(goldenOf(example))
  })

  it('is checked as this chart renders it: what is kept is not of a chart before', () => {
    const anew = 'run this file where HELM_PYTHON has helm-python-sdk (.ci/chart-tools.txt), with --update'
    expect(keptSourceOf(example), anew).toBe(sourceOf(example))
  })

  it('is valid by the schema of each kind', async () => {
    const wrong = await Promise.all(readManifests(example).map(schemaOffence))
    expect(wrong.filter((offence) => offence !== null)).toEqual([])
  })

  it('has no key that the types do not know', () => {
    expect(typeOffences(readManifests(example))).toBe('')
  })

  it('keeps every invariant', () => {
    expect(offences(readManifests(example))).toEqual([])
  })
})

it('gives each of two models workers, limits and an autoscaler of its own', () => {
  const manifests = readManifests('two-models')
  const scaled = manifests.filter(({ kind }) => kind === 'ScaledObject')
  expect(scaled.map(({ metadata, spec }) => [metadata.name, spec.scaleTargetRef?.name, spec.maxReplicaCount])).toEqual([
    ['worker-small', 'worker-small', 4],
    ['worker-math', 'worker-math', 2],
  ])
  const urls = scaled.map(({ spec }) => spec.triggers?.[0]?.metadata['url'])
  expect(urls.map((url) => /pools\/(\w+)\//.exec(url ?? '')?.[1])).toEqual(['small', 'math'])
  const [small, math] = ['worker-small', 'worker-math'].map((name) => find(manifests, 'Deployment', name).spec)
  expect(small?.selector).not.toEqual(math?.selector)
  expect(math?.template?.spec.initContainers?.map(({ name, args }) => [name, args?.[0]])).toEqual([
    ['engine', 'Qwen/Qwen2.5-Math-72B-Instruct'],
    ['reward', 'Qwen/Qwen2.5-Math-PRM-7B'],
  ])
  expect(math?.template?.spec.initContainers?.[0]?.args).toContain('--tensor-parallel-size=4')
  expect(manifests.filter(({ metadata }) => metadata.name === 'api' || metadata.name === 'coordinator')).toHaveLength(8)
})

it('serves a pool from a model server that runs already beside one of the chart’s own, behind one default of proxies', () => {
  const manifests = readManifests('mixed')
  const [shared, small] = ['worker-shared', 'worker-small'].map((name) => find(manifests, 'Deployment', name))
  expect(JSON.stringify(shared)).toContain('http://vllm.models:8000')
  expect(JSON.stringify(shared)).not.toContain('nvidia.com/gpu')
  const [engine] = small?.spec.template?.spec.initContainers ?? []
  expect([engine?.name, engine?.args?.[0]]).toEqual(['engine', 'Qwen/Qwen2.5-7B-Instruct'])
  const scaled = manifests.filter(({ kind }) => kind === 'ScaledObject').map(({ metadata }) => metadata.name)
  expect(scaled).toEqual(['worker-small'])
  const trusted = ['api', 'gateway'].map(
    (name) => /TRUSTED_PROXIES","value":"([^"]*)"/u.exec(JSON.stringify(find(manifests, 'Deployment', name)))?.[1],
  )
  expect(trusted).toEqual(['10.42.0.0/16', '10.42.0.0/16'])
})

it('names only priority classes that an example makes', () => {
  const made = readExample('priority-classes.yaml').map(({ metadata }) => metadata.name)
  const named = workloads(readManifests('two-models')).flatMap(({ pod }) => pod.priorityClassName ?? [])
  expect(new Set(named)).toEqual(new Set(made))
})

it('sends traces to a collector where one is named', () => {
  const manifests = readManifests('two-models')
  const sending = workloads(manifests).filter((workload) => JSON.stringify(workload).includes('otel-collector'))
  expect(sending.map(({ labels }) => labels['app.kubernetes.io/name'] ?? '').toSorted()).toEqual([
    'api',
    'coordinator',
    'gateway',
    'worker',
    'worker',
  ])
  const [policy] = manifests.filter(({ metadata }) => metadata.name === 'traces')
  expect(JSON.stringify(policy)).toContain('4318')
})

it('wants GPUs in the examples for them, and nowhere else', () => {
  const wanting = EXAMPLES.filter((example) =>
    JSON.stringify(workloads(readManifests(example))).includes('nvidia.com/gpu'),
  )
  expect(wanting).toEqual(['gpu', 'two-models', 'several-nodes', 'mixed'])
})

it.each(MUTATIONS)('refuses %s', (_, mutate, offence) => {
  const manifests = readManifests('gpu')
  mutate(manifests)
  expect(offences(manifests).join('\n')).toMatch(offence)
})

describe.each(EXAMPLE_FILES)('the example %s', (file) => {
  it('is valid by the schema of each kind, and has no key that the types do not know', async () => {
    const manifests = readExample(file)
    expect((await Promise.all(manifests.map(schemaOffence))).filter((offence) => offence !== null)).toEqual([])
    expect(typeOffences(manifests)).toBe('')
  })
})

it('backs up in pods that are as confined as the fleet’s', () => {
  expect(podOffences(readExample('backup.yaml'))).toEqual([])
})

it('runs a pooler that the policies let through, as confined as the fleet’s pods', () => {
  const pooler = readExample('pgbouncer.yaml')
  expect(podOffences(pooler)).toEqual([expect.stringMatching(/YOUR-REGISTRY.* is not pinned/)])
  const [{ labels } = { labels: {} }] = workloads(pooler)
  const { podSelector } = find(readManifests('gpu'), 'NetworkPolicy', 'stores').spec
  expect(labels).toMatchObject(podSelector?.matchLabels ?? { none: 'none' })
  const client = { podSelector: { matchLabels: { 'cges-fleet/stores': 'client' } } }
  const server = { podSelector: { matchLabels: { app: 'pgbouncer' } } }
  const ports = [{ port: 5432, protocol: 'TCP' }]
  expect(find(pooler, 'NetworkPolicy', 'pgbouncer').spec).toMatchObject({
    ...server,
    ingress: [{ from: [client], ports }],
  })
  expect(find(pooler, 'NetworkPolicy', 'to-pgbouncer').spec).toMatchObject({
    ...client,
    egress: [{ to: [server], ports }],
  })
})

it('runs a Redis as the chart does, that the fleet’s pods alone reach', () => {
  const redis = readExample('redis.yaml')
  expect(podOffences(redis)).toEqual([])
  const [, inside] = workloads(readManifests('cpu-demo')).filter(({ manifest }) => manifest.kind === 'StatefulSet')
  const [, started] = [inside, ...workloads(redis)].map((workload) => workload?.pod.containers[0])
  expect(started?.args).toEqual(inside?.pod.containers[0]?.args)
  expect(started?.env).toEqual(inside?.pod.containers[0]?.env)
  const client = { podSelector: { matchLabels: { 'cges-fleet/stores': 'client' } } }
  const server = { podSelector: { matchLabels: { app: 'redis' } } }
  const ports = [{ port: 6379, protocol: 'TCP' }]
  expect(workloads(redis)[0]?.labels).toEqual({ app: 'redis' })
  expect(find(redis, 'NetworkPolicy', 'redis').spec).toMatchObject({ ...server, ingress: [{ from: [client], ports }] })
  expect(find(redis, 'NetworkPolicy', 'to-redis').spec).toMatchObject({ ...client, egress: [{ to: [server], ports }] })
})

it.each(FOREIGN)('refuses %s', async (_, read, change, offence) => {
  const manifests = read()
  change(manifests)
  const wrong = await Promise.all(manifests.map(schemaOffence))
  expect([...wrong.filter((one) => one !== null), typeOffences(manifests), ...offences(manifests)].join('\n')).toMatch(
    offence,
  )
})

it('refuses a misspelt key by type, and a wrong value by schema', async () => {
  const worker = find(readManifests('gpu'), 'Deployment', 'worker-main')
  const scaled = find(readManifests('gpu'), 'ScaledObject', 'worker-main')
  Object.assign(worker.spec.template?.spec ?? {}, { terminationGracePeriodSecond: 30 })
  Object.assign(scaled.spec, { cooldownPeriods: 30 })
  expect(typeOffences([worker, scaled])).toMatch(/"terminationGracePeriodSecond"'[^]*"cooldownPeriods"'/)
  Object.assign(scaled.spec, { pollingInterval: 'often' })
  expect(await schemaOffence(scaled)).toMatch(/pollingInterval/)
})
