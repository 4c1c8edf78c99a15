import { type Manifest, readExample, readManifests } from './manifest.js'
import { find } from './mutations.js'

const nodes = () => readManifests('several-nodes')
const kueue = () => readExample('kueue.yaml')
const group = (m: Manifest[]) => find(m, 'LeaderWorkerSet', 'worker-large').spec
const template = (m: Manifest[]) => {
  const { leaderWorkerTemplate } = group(m)
  if (leaderWorkerTemplate === undefined) throw new Error('there is no group')
  return leaderWorkerTemplate
}
const ranksEngine = (m: Manifest[]) => {
  const [engine] = template(m).workerTemplate.spec.containers
  if (engine === undefined) throw new Error('a rank has no engine')
  return engine
}
const queue = (m: Manifest[]) => find(m, 'ClusterQueue', 'fleet').spec as Record<string, unknown>

/** One change each to what is of other projects' kinds, and what must be said of it. */
export const FOREIGN: readonly [string, () => Manifest[], (manifests: Manifest[]) => unknown, RegExp][] = [
  [
    'a group’s policy that is none',
    nodes,
    (m) => Object.assign(group(m), { startupPolicy: 'Leader' }),
    /startupPolicy/,
  ],
  ['a group’s misspelt key', nodes, (m) => Object.assign(template(m), { restartpolicy: 'None' }), /restartpolicy/],
  [
    'a group that may replace nothing',
    nodes,
    (m) => Object.assign(group(m).rolloutStrategy?.rollingUpdateConfiguration ?? {}, { maxUnavailable: 0 }),
    /nothing may be replaced/,
  ],
  [
    'a leader with a wrong probe',
    nodes,
    (m) =>
      Object.assign(template(m).leaderTemplate.spec.containers[0] ?? {}, { livenessProbe: { periodSeconds: 'x' } }),
    /periodSeconds/,
  ],
  [
    'a rank’s misspelt key',
    nodes,
    (m) => Object.assign(template(m).workerTemplate.spec, { toleration: [] }),
    /"toleration"/,
  ],
  ['a rank of another model', nodes, (m) => ranksEngine(m).args?.splice(0, 1, 'other'), /ranks of worker-large differ/],
  ['a rank too few', nodes, (m) => Object.assign(template(m), { size: 3 }), /waits for other ranks|counts other GPUs/],
  ['groups beyond the quota', nodes, (m) => Object.assign(template(m), { size: 4 }), /quota of 32 GPUs/],
  [
    'a route of a wrong type',
    nodes,
    (m) => Object.assign(find(m, 'HTTPRoute', 'cges-fleet').spec, { hostnames: 'fleet.example.org' }),
    /hostnames/,
  ],
  [
    'a route’s misspelt key',
    nodes,
    (m) => Object.assign(find(m, 'HTTPRoute', 'cges-fleet').spec, { parents: [] }),
    /"parents"/,
  ],
  [
    'a cluster of PostgreSQL without storage',
    () => readExample('cloudnative-pg.yaml'),
    (m) => Object.assign(find(m, 'Cluster', 'postgres').spec, { instances: '3' }),
    /instances/,
  ],
  [
    'a cluster’s misspelt key',
    () => readExample('cloudnative-pg.yaml'),
    (m) => Object.assign(find(m, 'Cluster', 'postgres').spec, { superuserAccess: true }),
    /"superuserAccess"/,
  ],
  ['a queue’s key of the version before', kueue, (m) => Object.assign(queue(m), { cohort: 'all' }), /cohort/],
  [
    'a flavor that lacks a resource',
    kueue,
    (m) => Object.assign(queue(m), { resourceGroups: [{ coveredResources: ['cpu', 'memory'], flavors: [] }] }),
    /resourceGroups/,
  ],
]
