import { z } from 'zod'
import { type Manifest, workloads } from './manifest.js'
import { UNPUBLISHED_KINDS } from './unpublished-kinds.js'

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
