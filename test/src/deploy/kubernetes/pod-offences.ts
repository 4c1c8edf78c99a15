import { environmentNames } from '../environment-names.js'
import { REGISTRY } from './helm.js'
import { type Container, containersOf, type Manifest, type PodSpec, workloads } from './manifest.js'

const OURS = `${REGISTRY}/`

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
      ...(name === 'api' && !JSON.stringify(pod).includes('KEY_PEPPER') ? ['api: lets in whoever comes'] : []),
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
