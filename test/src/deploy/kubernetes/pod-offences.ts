import { GetQueueDepth, pathOf } from '@cges-fleet/core/contract'
import { environmentNames } from '../environment-names.js'
import { type Container, containersOf, type Manifest, type PodSpec, REGISTRY, workloads } from './manifest.js'

const OURS = `${REGISTRY}/`

/** What callers reach. */
const DOORS = new Set(['api', 'gateway'])

/** Lists what in any pod goes against the rules for all of them: rights, images, variables, limits, probes. */
export function podOffences(manifests: readonly Manifest[]): string[] {
  return workloads(manifests).flatMap(({ manifest, pod }) => {
    const name = manifest.metadata.name
    const { securityContext: rights = {} } = pod
    const confined =
      rights.runAsNonRoot === true && (rights.runAsUser ?? 0) > 0 && rights.seccompProfile?.type === 'RuntimeDefault'
    return [
      ...(confined ? [] : [`${name}: its pod may run as root or without seccomp`]),
      ...(pod.automountServiceAccountToken === false ? [] : [`${name}: carries a token of the cluster`]),
      ...containersOf(pod).flatMap((container) => containerOffences(name, container)),
      ...gpuOffences(name, pod),
      ...(DOORS.has(name) && !JSON.stringify(pod).includes('KEY_PEPPER') ? [`${name}: lets in whoever comes`] : []),
    ]
  })
}

function containerOffences(workload: string, container: Container): string[] {
  const at = `${workload}/${container.name}`
  const { securityContext: rights = {}, resources = {} } = container
  // What gives a container its GPU writes to the root.
  const hasGpu = resources.limits?.['nvidia.com/gpu'] !== undefined
  const confined = rights.allowPrivilegeEscalation === false && rights.capabilities?.drop?.includes('ALL') === true
  const writes = rights.readOnlyRootFilesystem !== true && !hasGpu
  const limited = resources.requests?.['cpu'] !== undefined && resources.limits?.['memory'] !== undefined
  return [
    ...(confined ? [] : [`${at}: may gain privileges`]),
    ...(writes ? [`${at}: may write its root`] : []),
    ...(limited ? [] : [`${at}: asks for no CPU, or has no limit of memory`]),
    ...(container.livenessProbe?.httpGet?.path === '/ready' ? [`${at}: would be killed for an outage elsewhere`] : []),
    ...imageOffences(at, container.image),
    ...variableOffences(at, container),
  ]
}

function imageOffences(at: string, image: string): string[] {
  const pinned = image.startsWith(OURS)
    ? /:\d+\.\d+\.\d+$/.test(image)
    : /:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image) || /@sha256:[0-9a-f]{64}$/.test(image)
  return pinned ? [] : [`${at}: ${image} is not pinned`]
}

function variableOffences(at: string, { image, command, env = [] }: Container): string[] {
  if (!image.startsWith(OURS)) return []
  const app = image.slice(OURS.length).replace(/:.*$/, '')
  // The image that migrates holds the command line, which other commands may be given to.
  const known = new Set([...environmentNames(app), ...(command === undefined ? [] : environmentNames('cli'))])
  return env.filter(({ name }) => !known.has(name)).map(({ name }) => `${at}: sets ${name}, which ${app} does not read`)
}

function gpuOffences(name: string, pod: PodSpec): string[] {
  const wants = containersOf(pod).some(({ resources }) => resources?.limits?.['nvidia.com/gpu'] !== undefined)
  if (!wants) return []
  const placed = pod.nodeSelector?.['nvidia.com/gpu.present'] === 'true'
  const tolerated = pod.tolerations?.some(({ key }) => key === 'nvidia.com/gpu') === true
  return placed && tolerated ? [] : [`${name}: wants a GPU, but is not placed where there is one`]
}

/** Half a minute to hand samples back and leave the pool, after the soft budget. */
const HAND_BACK_SECONDS = 30

/** Lists what would lose samples or GPUs in how workers start, stop and are scaled. */
export function workerOffences(manifests: readonly Manifest[]): string[] {
  const workers = workloads(manifests).filter(({ labels }) => labels['app.kubernetes.io/name'] === 'worker')
  if (workers.length === 0) return ['there is no worker']
  const names = new Set(workers.map(({ manifest }) => manifest.metadata.name))
  const astray = manifests.filter(
    ({ kind, spec }) => kind === 'ScaledObject' && !names.has(spec.scaleTargetRef?.name ?? ''),
  )
  return [
    ...astray.map(({ metadata, spec }) => `${metadata.name} scales ${spec.scaleTargetRef?.name}, which is not there`),
    ...workers.flatMap(({ manifest, pod }) => offencesOf(manifest, pod, manifests)),
    ...ceilingOffences(manifests),
  ]
}

function offencesOf(worker: Manifest, pod: PodSpec, manifests: readonly Manifest[]): string[] {
  const env = environmentOf(pod)
  const scaled = manifests.find(
    ({ kind, spec }) => kind === 'ScaledObject' && spec.scaleTargetRef?.name === worker.metadata.name,
  )
  return [
    ...drainOffences(pod, env),
    ...engineOffences(pod, env, Number(env['WORKER_CONCURRENCY'])),
    ...promiseOffences(pod, env, worker.spec.leaderWorkerTemplate?.size ?? 1),
    ...groupOffences(worker, pod),
    ...(surgeOf(worker) === 0 ? [] : ['a rollout wants a spare GPU']),
    ...(scaled === undefined ? [] : scalingOffences(scaled, worker, env)),
  ]
}

function surgeOf({ spec }: Manifest): number | undefined {
  return (spec.strategy?.rollingUpdate ?? spec.rolloutStrategy?.rollingUpdateConfiguration)?.maxSurge
}

/** The ranks of an engine over several nodes are one engine: the same command, but for the rank. */
function groupOffences({ metadata, spec }: Manifest, { initContainers = [] }: PodSpec): string[] {
  const { size, workerTemplate } = spec.leaderWorkerTemplate ?? {}
  if (workerTemplate === undefined) return []
  const [first = [], other = []] = [initContainers, workerTemplate.spec.containers].map(
    (containers) => containers.find(({ name }) => name === 'engine')?.args ?? [],
  )
  const apart = [...first, ...other].filter((arg) => first.includes(arg) !== other.includes(arg)).toSorted()
  const wanted = ['--headless', '--node-rank=$(LWS_WORKER_INDEX)', '--node-rank=0']
  return [
    ...(apart.join() === wanted.join() ? [] : [`the ranks of ${metadata.name} differ in ${apart.join(' ')}`]),
    ...(first.includes(`--nnodes=${size}`) ? [] : [`${metadata.name} waits for other ranks than it has`]),
  ]
}

function environmentOf({ containers }: PodSpec): Record<string, string> {
  const worker = containers.find(({ name }) => name === 'worker')
  return Object.fromEntries((worker?.env ?? []).map(({ name, value }) => [name, value ?? '']))
}

function drainOffences(pod: PodSpec, env: Record<string, string>): string[] {
  const needs = Number(env['DRAIN_MS']) / 1000 + HAND_BACK_SECONDS
  const grace = pod.terminationGracePeriodSeconds ?? 30
  return needs <= grace ? [] : [`a worker is killed after ${grace} s, but needs ${needs} s to drain`]
}

function engineOffences({ initContainers = [] }: PodSpec, env: Record<string, string>, concurrency: number): string[] {
  const engine = initContainers.find(({ name }) => name === 'engine')
  const isBeside = new URL(env['MODEL_SERVER_URL'] ?? 'none:').hostname === '127.0.0.1'
  if (engine === undefined) return isBeside ? ['there is no engine beside the worker'] : []
  if (!isBeside) return ['the engine beside the worker is asked for nothing']
  const slots = engine.args?.find((argument) => argument.startsWith('--max-num-seqs='))?.split('=')[1]
  const maxSeqs = engine.env?.find(({ name }) => name === 'MAX_NUM_SEQS')?.value
  return [
    ...(engine.restartPolicy === 'Always' ? [] : ['the engine is no native sidecar: the worker would never start']),
    ...(engine.startupProbe === undefined ? ['the worker would start before the model is loaded'] : []),
    ...(Number(slots ?? maxSeqs) >= concurrency ? [] : ['the worker asks for more at once than the engine batches']),
  ]
}

/** What a worker says of its engine is told to nobody by the engine itself. */
function promiseOffences({ initContainers = [] }: PodSpec, env: Record<string, string>, nodes: number): string[] {
  const engine = initContainers.find(({ name }) => name === 'engine')
  const revision = engine?.args?.find((argument) => argument.startsWith('--revision='))?.split('=')[1]
  const gpus = engine?.resources?.limits?.['nvidia.com/gpu']
  return [
    ...(env['MODEL_REVISION'] === revision ? [] : ['the worker promises another revision than the engine serves']),
    ...(gpus === undefined || Number(env['GPUS']) === Number(gpus) * nodes
      ? []
      : ['the worker counts other GPUs than the engine has']),
  ]
}

function scalingOffences({ spec }: Manifest, worker: Manifest, env: Record<string, string>): string[] {
  const [trigger, ...others] = spec.triggers ?? []
  const { targetValue: target, url, valueLocation } = trigger?.metadata ?? {}
  const pool = env['POOL'] ?? ''
  const reads = url?.endsWith(`:8080${pathOf(GetQueueDepth, { path: { pool } })}`) === true && valueLocation === 'depth'
  return [
    ...(worker.spec.replicas === undefined ? [] : ['two owners of replicas']),
    ...((spec.fallback?.replicas ?? 0) >= 1 ? [] : ['a queue that cannot be read would end every worker']),
    ...(spec.minReplicaCount === 0 ? [] : ['idle GPUs are kept']),
    ...(target === env['WORKER_CONCURRENCY'] ? [] : [`the target ${target} is not what one worker draws at once`]),
    ...(trigger?.metricType === 'AverageValue' ? [] : ['the metric is not an average over workers']),
    ...(reads ? [] : [`the trigger reads something other than pool ${pool}`]),
    ...(others.length === 0 ? [] : ['the largest of several triggers would win']),
  ]
}

/** All pools together, with the GPUs of every engine and reward server, fit the namespace's quota. */
function ceilingOffences(manifests: readonly Manifest[]): string[] {
  const quota = manifests.find(({ kind }) => kind === 'ResourceQuota')?.spec.hard?.['requests.nvidia.com/gpu']
  const most = manifests
    .filter(({ kind }) => kind === 'ScaledObject')
    .reduce(
      (sum, { spec }) => sum + (spec.maxReplicaCount ?? Infinity) * gpusOf(spec.scaleTargetRef?.name, manifests),
      0,
    )
  return most <= Number(quota) ? [] : [`more workers than the quota of ${quota} GPUs`]
}

function gpusOf(name: string | undefined, manifests: readonly Manifest[]): number {
  const all = workloads(manifests).filter(({ manifest }) => manifest.metadata.name === name)
  return all.reduce((sum, { pod, pods }) => {
    const wanted = containersOf(pod).map(({ resources }) => Number(resources?.limits?.['nvidia.com/gpu'] ?? 0))
    return sum + pods * wanted.reduce((gpus, more) => gpus + more, 0)
  }, 0)
}
