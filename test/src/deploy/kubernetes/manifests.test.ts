import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { ROOT } from '../root.js'
import { goldenOf, type Manifest, OVERLAYS, readManifests, workloads } from './manifest.js'
import { moduleOf, schemaOffence } from './model-of.js'
import { find, MUTATIONS } from './mutations.js'
import { namespaceOffences } from './namespace-offences.js'
import { podOffences } from './pod-offences.js'
import { workerOffences } from './worker-offences.js'

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0

const offences = (manifests: Manifest[]) => [
  ...podOffences(manifests),
  ...workerOffences(manifests),
  ...namespaceOffences(manifests),
]

/** Asks the compiler too: the schemas let misspelt keys pass, the types do not. */
function typeOffences(manifests: readonly object[]): string {
  const folder = mkdtempSync(join(ROOT, 'test/dist/manifests-'))
  const lines = (manifests as Manifest[]).map((manifest, n) =>
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

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it.skipIf(!kubectl)('renders what is checked here (needs kubectl)', async () => {
    const rendered = spawnSync('kubectl', ['kustomize', join(ROOT, 'k8s/overlays', overlay)], { encoding: 'utf8' })
    expect(rendered.stderr).toBe('')
    await expect(rendered.stdout).toMatchFileSnapshot(goldenOf(overlay))
  })

  it('is valid by the schemas of Kubernetes, KEDA and the Prometheus operator', async () => {
    const wrong = await Promise.all(readManifests(overlay).map(schemaOffence))
    expect(wrong.filter((offence) => offence !== null)).toEqual([])
  })

  it('has no key that the types do not know', () => {
    expect(typeOffences(readManifests(overlay))).toBe('')
  })

  it('keeps every invariant', () => {
    expect(offences(readManifests(overlay))).toEqual([])
  })
})

it.skipIf(!kubectl)('sends traces to a collector where the component for it is added (needs kubectl)', () => {
  const folder = mkdtempSync(join(ROOT, 'test/dist/traced-'))
  const up = '../../../k8s'
  const traced = { resources: [`${up}/overlays/gpu`], components: [`${up}/components/tracing`] }
  writeFileSync(join(folder, 'kustomization.yaml'), stringify(traced))
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
  expect(offences(manifests)).toEqual([])
  const sending = workloads(manifests).filter((workload) => JSON.stringify(workload).includes('otel-collector'))
  expect(sending.map(({ manifest }) => manifest.metadata.name).toSorted()).toEqual(['api', 'coordinator', 'worker'])
  const [policy] = manifests.filter(({ metadata }) => metadata.name === 'traces')
  expect(JSON.stringify(policy)).toContain('4318')
})

it('wants GPUs in the overlays for them, and nowhere else', () => {
  const wanting = OVERLAYS.filter((overlay) =>
    JSON.stringify(workloads(readManifests(overlay))).includes('nvidia.com/gpu'),
  )
  expect(wanting).toEqual(['gpu'])
})

it.each(MUTATIONS)('refuses %s', (_, mutate, offence) => {
  const manifests = readManifests('gpu')
  mutate(manifests)
  expect(offences(manifests).join('\n')).toMatch(offence)
})

it('refuses a misspelt key by type, and a wrong value by schema', async () => {
  const [worker, scaled] = [
    find(readManifests('gpu'), 'Deployment', 'worker'),
    find(readManifests('gpu'), 'ScaledObject', 'worker'),
  ]
  Object.assign(worker.spec.template?.spec ?? {}, { terminationGracePeriodSecond: 30 })
  Object.assign(scaled.spec, { cooldownPeriods: 30 })
  expect(typeOffences([worker, scaled])).toMatch(/"terminationGracePeriodSecond"'[^]*"cooldownPeriods"'/)
  Object.assign(scaled.spec, { pollingInterval: 'often' })
  expect(await schemaOffence(scaled)).toMatch(/pollingInterval/)
})
