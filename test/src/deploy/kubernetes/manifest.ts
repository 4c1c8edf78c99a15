import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../root.js'
import { CHART, type Example, renderedOf } from './goldens.js'

/** What lies beside the chart, in k8s/examples. */
export const EXAMPLE_FILES = [
  'alerts.yaml',
  'backup.yaml',
  'cloudnative-pg.yaml',
  'kueue.yaml',
  'pgbouncer.yaml',
  'priority-classes.yaml',
  'redis.yaml',
] as const

export interface Container {
  name: string
  image: string
  restartPolicy?: string
  command?: string[]
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
  priorityClassName?: string
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

interface Trigger {
  type: string
  name: string
  metricType?: string
  metadata: Record<string, string>
}

interface PodTemplate {
  metadata: { labels: Record<string, string> }
  spec: PodSpec
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
    template?: PodTemplate
    /** Of a CronJob. */
    jobTemplate?: { spec: { template: PodTemplate } }
    /** Of a LeaderWorkerSet: its groups, and how many pods each has. */
    leaderWorkerTemplate?: { size: number; leaderTemplate: PodTemplate; workerTemplate: PodTemplate }
    rolloutStrategy?: { rollingUpdateConfiguration?: { maxSurge?: number } }
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

/** Reads an example as it was rendered last, and the namespace it goes to. */
export function readManifests(example: Example): Manifest[] {
  return [readFileSync(`${ROOT}k8s/namespace.yaml`, 'utf8'), renderedOf(example)].flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS() as Manifest),
  )
}

/** Reads an example of what lies beside the chart. */
export function readExample(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(`${ROOT}k8s/examples/${file}`, 'utf8')).map(
    (document) => document.toJS() as Manifest,
  )
}

/** The manifests that run pods, with their pods, and how many of them one replica has. */
export function workloads(manifests: readonly Manifest[]) {
  return manifests.flatMap((manifest) => {
    const { jobTemplate, template = jobTemplate?.spec.template, leaderWorkerTemplate: group } = manifest.spec ?? {}
    const templates =
      group === undefined
        ? [{ template, pods: 1 }]
        : [
            { template: group.leaderTemplate, pods: 1 },
            { template: group.workerTemplate, pods: group.size - 1 },
          ]
    return templates.flatMap(({ template: of, pods }) =>
      of === undefined ? [] : [{ manifest, labels: of.metadata.labels, pod: of.spec, pods }],
    )
  })
}

export function containersOf({ initContainers = [], containers }: PodSpec): Container[] {
  return [...initContainers, ...containers]
}

/** A Python with helm-python-sdk, which brings Helm's engine; null if there is none. */
export const HELM_PYTHON = [process.env['HELM_PYTHON'], 'python3'].find(
  (python) => python !== undefined && spawnSync(python, ['-c', 'import helm_python']).status === 0,
)

const SCRIPT = fileURLToPath(new URL('../../../src/deploy/kubernetes/render.py', import.meta.url))

/** Where images of ours are in what is rendered here: a name that no network has. */
export const REGISTRY = 'registry.invalid/cges-fleet'

/** Runs Helm's engine on the chart. */
export function helm(
  action: 'render' | 'lint' | 'package',
  path: string,
  registry = REGISTRY,
): { status: number | null; out: string } {
  const args = [SCRIPT, action, CHART, path, registry]
  const { status, stdout, stderr } = spawnSync(HELM_PYTHON ?? 'python3', args, { encoding: 'utf8' })
  return { status, out: status === 0 ? masked(stdout) : stdout + stderr }
}

/** What is drawn at random for every install is another each time. */
function masked(text: string): string {
  return text.replaceAll(/^( {2}(?:pepper|token): ).+$/gm, '$1bWFkZSBieSBIZWxt')
}
