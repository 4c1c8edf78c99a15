import { type Manifest, workloads } from './manifest.js'

/** Lists what is missing around the pods: the namespace's standard, default deny, budgets, selectors that select. */
export function namespaceOffences(manifests: readonly Manifest[]): string[] {
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')
  const restricted = namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted'
  return [
    ...(restricted ? [] : ['the namespace does not enforce the restricted standard']),
    ...(manifests.some(deniesAll) ? [] : ['what no policy allows is not refused']),
    ...budgetOffences(manifests),
    ...selectorOffences(manifests),
    ...portOffences(manifests),
    ...loginOffences(manifests),
    ...instanceOffences(manifests),
  ]
}

function deniesAll({ kind, spec }: Manifest): boolean {
  if (kind !== 'NetworkPolicy' || spec.ingress !== undefined || spec.egress !== undefined) return false
  return Object.keys(spec.podSelector ?? {}).length === 0 && spec.policyTypes?.length === 2
}

function budgetOffences(manifests: readonly Manifest[]): string[] {
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
  return workloads(manifests)
    .filter(({ manifest }) => manifest.kind === 'Deployment' || manifest.kind === 'LeaderWorkerSet')
    .filter(({ labels }) => !budgets.some(({ spec }) => selects(spec.selector, labels)))
    .map(({ manifest }) => `${manifest.metadata.name} has no disruption budget`)
}

/** Two workloads that read one secret of a store are one login to it; who runs the migration owns the schema. */
function loginOffences(manifests: readonly Manifest[]): string[] {
  const readers = new Map<string, string>()
  return workloads(manifests).flatMap(({ labels, pod }) =>
    [...new Set(JSON.stringify(pod.containers).match(/"stores[\w-]*"/g))].flatMap((secret) => {
      const first = readers.get(secret)
      const process = labels['app.kubernetes.io/name'] ?? ''
      // The first keys are made with the API's rights, as the API makes all others.
      const name = process === 'bootstrap' ? 'api' : process
      readers.set(secret, name)
      return first === undefined || first === name
        ? []
        : [`${first} and ${name} share the secret ${secret}, and with it their logins`]
    }),
  )
}

const SELECTING = new Set(['PodDisruptionBudget', 'NetworkPolicy', 'PodMonitor', 'Service'])

/** A selector that selects nothing is a spelling mistake. */
function selectorOffences(manifests: readonly Manifest[]): string[] {
  const pods = workloads(manifests).map(({ labels }) => labels)
  return manifests
    .filter(({ kind }) => SELECTING.has(kind))
    .filter((manifest) => !pods.some((labels) => selects(selectorOf(manifest), labels)))
    .map(({ kind, metadata }) => `${kind} ${metadata.name} selects no pod`)
}

function selectorOf({ kind, spec }: Manifest): Selector | undefined {
  if (kind === 'NetworkPolicy') return spec.podSelector
  return kind === 'Service' ? { matchLabels: spec.selector as Record<string, string> } : spec.selector
}

interface Selector {
  readonly matchLabels?: Record<string, string>
  readonly matchExpressions?: { key: string; values: string[] }[]
}

function selects(selector: Selector | undefined, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}

/** Two releases may meet in a namespace: each takes its own pods. */
function instanceOffences(manifests: readonly Manifest[]): string[] {
  return manifests
    .filter(({ kind, spec }) => SELECTING.has(kind) && Object.keys(spec.podSelector ?? { any: true }).length > 0)
    .filter((manifest) => selectorOf(manifest)?.matchLabels?.['app.kubernetes.io/instance'] === undefined)
    .map(({ kind, metadata }) => `${kind} ${metadata.name} selects pods of other releases`)
}

/** Every port name that a probe, a Service or a monitor uses is a port of some container. */
function portOffences(manifests: readonly Manifest[]): string[] {
  const named = new Set(
    workloads(manifests).flatMap(({ pod }) =>
      [...(pod.initContainers ?? []), ...pod.containers].flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
    ),
  )
  const text = JSON.stringify(manifests)
  const used = [...text.matchAll(/"(?:port|targetPort)":"([^"]+)"/g)].map(([, name]) => name ?? '')
  return [...new Set(used)].filter((name) => !named.has(name)).map((name) => `nothing listens on a port "${name}"`)
}
