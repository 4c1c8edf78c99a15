import { type Manifest, readExample, readManifests } from './manifest.js'

/** Finds one manifest. */
export const find = (manifests: Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
  return found
}
const podOf = (manifests: Manifest[], name: string) => {
  const { template } = find(manifests, 'Deployment', name).spec
  if (template === undefined) throw new Error(`${name} has no pod`)
  return template.spec
}
const first = <T>(list: readonly T[] | undefined): T => {
  const [one] = list ?? []
  if (one === undefined) throw new Error('the list is empty')
  return one
}
const setVariable = (manifests: Manifest[], name: string, value: string) => {
  for (const variable of first(podOf(manifests, 'worker-main').containers).env ?? []) {
    if (variable.name === name) variable.value = value
  }
}
const without = (list: Manifest[], kind: string, name: string) => list.splice(list.indexOf(find(list, kind, name)), 1)

/** One change to the example `gpu` each, and what must be said of it. */
export const MUTATIONS: readonly [string, (manifests: Manifest[]) => unknown, RegExp][] = [
  [
    'replicas beside an autoscaler',
    (m) => Object.assign(find(m, 'Deployment', 'worker-main').spec, { replicas: 2 }),
    /two owners/,
  ],
  ['a drain that ends in SIGKILL', (m) => setVariable(m, 'DRAIN_MS', '890000'), /killed after 900 s/],
  [
    'a fallback of none',
    (m) => Object.assign(find(m, 'ScaledObject', 'worker-main').spec.fallback ?? {}, { replicas: 0 }),
    /end every/,
  ],
  ['another target', (m) => setVariable(m, 'WORKER_CONCURRENCY', '16'), /target 32/],
  ['another revision', (m) => setVariable(m, 'MODEL_REVISION', 'main'), /promises another revision/],
  ['other GPUs', (m) => setVariable(m, 'GPUS', '2'), /counts other GPUs/],
  ['another pool', (m) => setVariable(m, 'POOL', 'other'), /something other than pool other/],
  [
    'a metric that is no average',
    (m) => Object.assign(first(find(m, 'ScaledObject', 'worker-main').spec.triggers), { metricType: 'Value' }),
    /not an average/,
  ],
  [
    'a second trigger',
    (m) =>
      find(m, 'ScaledObject', 'worker-main').spec.triggers?.push(
        first(find(m, 'ScaledObject', 'worker-main').spec.triggers),
      ),
    /largest of several/,
  ],
  [
    'GPUs that stay',
    (m) => Object.assign(find(m, 'ScaledObject', 'worker-main').spec, { minReplicaCount: 1 }),
    /idle GPUs/,
  ],
  [
    'more workers than GPUs',
    (m) => Object.assign(find(m, 'ScaledObject', 'worker-main').spec, { maxReplicaCount: 9 }),
    /quota of 8/,
  ],
  [
    'an init container that must end',
    (m) => delete first(podOf(m, 'worker-main').initContainers).restartPolicy,
    /native sidecar/,
  ],
  [
    'a worker before its model',
    (m) => delete first(podOf(m, 'worker-main').initContainers).startupProbe,
    /before the model/,
  ],
  [
    'fewer slots than requests',
    (m) => Object.assign(first(podOf(m, 'worker-main').initContainers), { args: ['--max-num-seqs=8'] }),
    /than the engine batches/,
  ],
  [
    'a surge',
    (m) => Object.assign(find(m, 'Deployment', 'worker-main').spec.strategy?.rollingUpdate ?? {}, { maxSurge: 1 }),
    /spare GPU/,
  ],
  ['root', (m) => Object.assign(podOf(m, 'api').securityContext ?? {}, { runAsNonRoot: false }), /as root/],
  [
    'privileges',
    (m) => Object.assign(first(podOf(m, 'api').containers).securityContext ?? {}, { allowPrivilegeEscalation: true }),
    /gain privileges/,
  ],
  [
    'a writable root',
    (m) => delete first(podOf(m, 'api').containers).securityContext?.readOnlyRootFilesystem,
    /write its root/,
  ],
  ['a token', (m) => delete podOf(m, 'dashboard').automountServiceAccountToken, /token of the cluster/],
  ['no limit', (m) => delete first(podOf(m, 'api').containers).resources, /no limit of memory/],
  [
    'liveness that asks the stores',
    (m) => Object.assign(first(podOf(m, 'api').containers).livenessProbe ?? {}, { httpGet: { path: '/ready' } }),
    /outage elsewhere/,
  ],
  [
    'a floating image',
    (m) => Object.assign(first(podOf(m, 'api').containers), { image: 'registry.invalid/cges-fleet/api:latest' }),
    /not pinned/,
  ],
  [
    'a variable nobody reads',
    (m) => first(podOf(m, 'coordinator').containers).env?.push({ name: 'SWEEP', value: '1' }),
    /SWEEP, which coordinator/,
  ],
  ['an API for everyone', (m) => delete first(podOf(m, 'api').containers).env, /lets in whoever comes/],
  ['a GPU anywhere', (m) => delete podOf(m, 'worker-main').tolerations, /not placed/],
  [
    'a namespace without a standard',
    (m) => delete find(m, 'Namespace', 'cges-fleet').metadata.labels,
    /restricted standard/,
  ],
  ['no default deny', (m) => without(m, 'NetworkPolicy', 'default-deny'), /not refused/],
  [
    'a worker with the coordinator’s logins',
    (m) =>
      Object.assign(first(podOf(m, 'worker-main').containers), { env: first(podOf(m, 'coordinator').containers).env }),
    /coordinator and worker share the secret/,
  ],
  [
    'a selector that takes the pods of another release',
    (m) => Object.assign(find(m, 'Service', 'api').spec, { selector: { 'app.kubernetes.io/name': 'api' } }),
    /Service api selects pods of other releases/,
  ],
  [
    'an autoscaler of other workers',
    (m) => Object.assign(find(m, 'ScaledObject', 'worker-main').spec, { scaleTargetRef: { name: 'worker' } }),
    /scales worker, which is not there/,
  ],
  ['no budget', (m) => without(m, 'PodDisruptionBudget', 'coordinator'), /coordinator has no disruption/],
  [
    'a selector of nothing',
    (m) => Object.assign(find(m, 'PodMonitor', 'worker').spec, { selector: { matchLabels: { app: 'worker' } } }),
    /selects no pod/,
  ],
  [
    'a port of nobody',
    (m) =>
      delete first(podOf(m, 'coordinator').containers).ports && delete first(podOf(m, 'worker-main').containers).ports,
    /port "metrics"/,
  ],
]

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

/** One change each to what is of other projects' kinds, or in other examples, and what must be said of it. */
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
    'a gateway for everyone',
    () => readManifests('two-models'),
    (m) => delete first(podOf(m, 'gateway').containers).env,
    /gateway: lets in whoever comes/,
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
