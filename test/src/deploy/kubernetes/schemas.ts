import { z } from 'zod'
import { type Manifest, workloads } from './manifest.js'

/** The packages of kinds that are not Kubernetes' own, by their API's group. */
const PACKAGES: Readonly<Record<string, string>> = {
  'keda.sh': 'keda',
  'monitoring.coreos.com': 'prometheus-operator',
  'gateway.networking.k8s.io': 'gateway-api',
  'postgresql.cnpg.io': 'cloudnative-pg',
}

/** Where the schema and the type of a manifest come from. */
export function moduleOf(apiVersion: string): string {
  const [group = ''] = apiVersion.split('/')
  const package_ = PACKAGES[group]
  return package_ === undefined ? `kubernetes-models/${apiVersion}` : `@kubernetes-models/${package_}/${apiVersion}`
}

/** A manifest as packages know it: of a kind that none has, the pods in it are left. */
export function published(manifest: Manifest): object[] {
  if (!UNPUBLISHED_KINDS.has(manifest.kind)) return [manifest]
  return workloads([manifest]).map(({ labels, pod }) => ({
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: manifest.metadata,
    template: { metadata: { labels }, spec: pod },
  }))
}

type Model = new (manifest: object) => { validate(): void }

/** Checks a manifest against its kind's schema; returns what is wrong, or null. */
export async function schemaOffence(manifest: Manifest): Promise<string | null> {
  const unpublished = UNPUBLISHED_KINDS.get(manifest.kind)?.safeParse(manifest)
  if (unpublished?.success === false) return z.prettifyError(unpublished.error)
  const wrong = await Promise.all(published(manifest).map((one) => offenceOf(one as Manifest)))
  return wrong.find((offence) => offence !== null) ?? null
}

async function offenceOf(manifest: { apiVersion: string; kind: string }): Promise<string | null> {
  const module = (await import(moduleOf(manifest.apiVersion))) as Record<string, Model>
  const Model = module[manifest.kind]
  if (Model === undefined) return `there is no ${manifest.kind} in ${manifest.apiVersion}`
  try {
    new Model(manifest).validate()
    return null
  } catch (error) {
    return String(error)
  }
}

/** Facts from the types in Go that the resource definitions are generated from, as far as the chart and its examples use them. */
const name = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)
const labels = z.record(z.string(), z.string().max(63))
const metadata = z.strictObject({ name, namespace: name.optional(), labels: labels.optional() })
/** Of pods: checked as PodTemplate, by Kubernetes' own schema and types. */
const podTemplate = z.strictObject({ metadata: z.unknown(), spec: z.unknown() })
const quantity = z.union([z.int(), z.string().regex(/^\d+(\.\d+)?([KMGTPE]i|[numkMGTPE])?$/)])
const count = z.int().min(0)

/** sigs.k8s.io/lws, api/leaderworkerset/v1 at 024af084, and what its webhook refuses. */
const LeaderWorkerSet = z.strictObject({
  apiVersion: z.literal('leaderworkerset.x-k8s.io/v1'),
  kind: z.literal('LeaderWorkerSet'),
  metadata: metadata.extend({ name: z.string().regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/) }),
  spec: z.strictObject({
    replicas: count.optional(),
    startupPolicy: z.enum(['LeaderCreated', 'LeaderReady']).optional(),
    networkConfig: z.strictObject({ subdomainPolicy: z.enum(['Shared', 'UniquePerReplica']) }).optional(),
    rolloutStrategy: z
      .strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdateConfiguration: z
          .strictObject({ partition: count.optional(), maxUnavailable: count.optional(), maxSurge: count.optional() })
          .refine(({ maxUnavailable = 1, maxSurge = 0 }) => maxUnavailable + maxSurge > 0, 'nothing may be replaced')
          .optional(),
      })
      .optional(),
    leaderWorkerTemplate: z.strictObject({
      size: z.int().min(1).optional(),
      restartPolicy: z.enum(['RecreateGroupOnPodRestart', 'RecreateGroupAfterStart', 'None']).optional(),
      leaderTemplate: podTemplate.optional(),
      workerTemplate: podTemplate,
    }),
  }),
})

/** sigs.k8s.io/kueue, apis/kueue/v1beta2: resourceflavor at 01ed66fd, clusterqueue at 013c8f25, localqueue at 02bc146f. */
const kueue = <Kind extends string, Spec extends z.ZodType>(kind: Kind, spec: Spec) =>
  z.strictObject({ apiVersion: z.literal('kueue.x-k8s.io/v1beta2'), kind: z.literal(kind), metadata, spec })

const effect = z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
const toleration = z
  .strictObject({
    key: z.string().optional(),
    operator: z.enum(['Exists', 'Equal']).optional(),
    value: z.string().optional(),
    effect: effect.optional(),
  })
  .refine(({ operator, value }) => operator !== 'Exists' || value === undefined, 'a value is for Equal')
  .refine(({ key, operator }) => key !== undefined || operator === 'Exists', 'no key is for Exists')
const ResourceFlavor = kueue(
  'ResourceFlavor',
  z.strictObject({
    nodeLabels: labels.refine((all) => Object.keys(all).length <= 8, 'eight at most').optional(),
    nodeTaints: z
      .array(z.strictObject({ key: z.string(), value: z.string().optional(), effect }))
      .max(8)
      .optional(),
    tolerations: z.array(toleration).max(8).optional(),
    topologyName: name.optional(),
  }),
)

const stopPolicy = z.enum(['None', 'Hold', 'HoldAndDrain']).optional()
const resourceGroup = z
  .strictObject({
    coveredResources: z.array(z.string()).min(1).max(64),
    flavors: z
      .array(
        z.strictObject({
          name,
          resources: z
            .array(z.strictObject({ name: z.string(), nominalQuota: quantity }))
            .min(1)
            .max(64),
        }),
      )
      .min(1)
      .max(64),
  })
  .refine(
    ({ coveredResources, flavors }) =>
      flavors.every(({ resources }) => resources.map((of) => of.name).join() === coveredResources.join()),
    'every flavor lists the covered resources in their order',
  )
const ClusterQueue = kueue(
  'ClusterQueue',
  z.strictObject({
    cohortName: name.optional(),
    queueingStrategy: z.enum(['StrictFIFO', 'BestEffortFIFO']).optional(),
    namespaceSelector: z.strictObject({ matchLabels: labels.optional() }).optional(),
    resourceGroups: z.array(resourceGroup).max(16).optional(),
    stopPolicy,
  }),
)

const LocalQueue = kueue('LocalQueue', z.strictObject({ clusterQueue: name.optional(), stopPolicy }))

/** Kinds whose schemas no package of npm has; no key is taken that is not known here. */
const UNPUBLISHED_KINDS = new Map<string, z.ZodType>(
  Object.entries({ LeaderWorkerSet, ResourceFlavor, ClusterQueue, LocalQueue }),
)
