/** Where the schema and the type of a manifest come from. */
export function moduleOf(apiVersion: string): string {
  const [group = ''] = apiVersion.split('/')
  if (group === 'keda.sh') return `@kubernetes-models/keda/${apiVersion}`
  if (group === 'monitoring.coreos.com') return `@kubernetes-models/prometheus-operator/${apiVersion}`
  return `kubernetes-models/${apiVersion}`
}

type Model = new (manifest: object) => { validate(): void }

/** Checks a manifest against Kubernetes' own schema; returns what is wrong, or null. */
export async function schemaOffence(manifest: { apiVersion: string; kind: string }): Promise<string | null> {
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
