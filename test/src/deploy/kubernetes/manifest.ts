import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

export const OVERLAYS = ['cpu-demo', 'gpu'] as const
export type Overlay = (typeof OVERLAYS)[number]

export interface Container {
  name: string
  image: string
  restartPolicy?: string
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: object }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: object
  readinessProbe?: object
  livenessProbe?: { httpGet?: { path: string } }
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { drop?: string[] }
  }
}

export interface PodSpec {
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } }
  nodeSelector?: Record<string, string>
  tolerations?: { key: string }[]
  initContainers?: Container[]
  containers: Container[]
}

interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; values: string[] }[]
}

export interface Trigger {
  type: string
  name: string
  metricType?: string
  metadata: Record<string, string>
}

/** One object of Kubernetes, as far as the checks look into it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec: {
    replicas?: number
    selector?: Selector & Record<string, unknown>
    podSelector?: Selector
    policyTypes?: string[]
    ingress?: object[]
    egress?: object[]
    hard?: Record<string, string>
    strategy?: { rollingUpdate?: { maxSurge?: number } }
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec }
    ports?: { name: string; port: number }[]
    scaleTargetRef?: { name: string }
    maxReplicaCount?: number
    minReplicaCount?: number
    fallback?: { replicas: number }
    triggers?: Trigger[]
    groups?: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
  }
  data?: Record<string, string>
}

const RENDERED = fileURLToPath(new URL('../../../src/deploy/kubernetes/goldens/', import.meta.url))

/** Where an overlay's rendered manifests are kept, so that they can be checked without kubectl. */
export function goldenOf(overlay: Overlay): string {
  return `${RENDERED}${overlay}.yaml`
}

/** Reads an overlay as it was rendered last. */
export function readManifests(overlay: Overlay): Manifest[] {
  return parseAllDocuments(readFileSync(goldenOf(overlay), 'utf8')).map((document) => document.toJS() as Manifest)
}

/** The manifests that run pods, with their pods. */
export function workloads(manifests: readonly Manifest[]) {
  return manifests.flatMap((manifest) => {
    const { template } = manifest.spec ?? {}
    return template === undefined ? [] : [{ manifest, labels: template.metadata.labels, pod: template.spec }]
  })
}

export function containersOf({ initContainers = [], containers }: PodSpec): Container[] {
  return [...initContainers, ...containers]
}
