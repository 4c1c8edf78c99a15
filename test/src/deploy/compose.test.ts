import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { composeOffences } from './compose-offences.js'
import { environmentNames } from './environment-names.js'
import { mutated, type Mutation } from './mutation.js'
import { ROOT } from './root.js'

const text = readFileSync(`${ROOT}docker-compose.yml`, 'utf8')

interface Monitoring {
  readonly services: Readonly<
    Record<string, Built & { readonly restart: string; readonly command?: readonly string[] }>
  >
  readonly volumes: object
  readonly networks: Readonly<Record<string, object>>
}
interface Extending {
  readonly extends: { readonly file: string; readonly service: string }
  readonly environment?: object
  readonly depends_on?: object
  readonly deploy?: { resources: { reservations: { devices: { device_ids: string[] }[] } } }
}
interface Second {
  readonly services: { readonly 'vllm-2': Extending; readonly 'worker-gpu-2': Extending }
}
interface Remote {
  readonly extends: { readonly file: string; readonly service: string }
  readonly scale: number
  readonly environment: Readonly<Record<string, string>>
  readonly networks: { readonly default: { readonly aliases: readonly string[] } }
}
interface Built {
  readonly build?: { readonly target: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly (string | { readonly target: string })[]
}

/** Settings that name a file of the operator's. */
const FILES = [
  ['api', 'NODE_EXTRA_CA_CERTS'],
  ['coordinator', 'NODE_EXTRA_CA_CERTS'],
  ['coordinator', 'WEBHOOKS_FILE'],
  ['coordinator', 'METRICS_TOKEN_FILE'],
  ['worker', 'METRICS_TOKEN_FILE'],
  ['worker-gpu', 'METRICS_TOKEN_FILE'],
] as const

const SELDOM =
  'SWEEP_MS QUEUE_CHECK_MS ROUND_CONCURRENCY ROUND_LOCK_MS DEFAULT_METHOD TOOL_CALLS MOST_CALLS TEAM_CALLS TEAM_REQUESTS ' +
  'MOST_REQUESTS MOST_BODY_BYTES REQUEST_MS DRAIN_MS STEP_SCORER_URL STEP_SCORER_KEY_FILE REWARD_AGGREGATION MODEL_ENDPOINT ' +
  'TOP_LOGPROBS LOGPROBS_MODE LEASE_MS JOB_LOCK_MS ABANDONED_LOOK_MS HEARTBEAT_MS SAMPLE_DEADLINE_MS FIRST_BYTE_MS ' +
  'IDLE_GAP_MS WARM_UP_MS MAX_DELIVERIES'

/** What Compose does not pass on, and why. */
const LEFT: Readonly<Record<string, string>> = {
  NODE_ENV: 'the images set it',
  NODE_EXTRA_CA_CERTS: 'of those that call a provider or webhooks',
  PORT: 'the images set it, and probes ask there',
  HOST: 'the images set it',
  HOSTNAME: 'the image of the dashboard sets it',
  FAILPOINT: 'of tests',
  STORE_LOGINS: 'each process has a login of its own here',
  LOG_FORMAT: 'lines of JSON, without a terminal',
  KEY_PEPPER_FILE: 'KEY_PEPPER is passed on',
  KEY_PEPPER_ACCEPTED_FILE: 'KEY_PEPPER_ACCEPTED is passed on',
  STATISTICS_MEMORY_MB: 'what the limit of the container leaves',
  MODEL_NAME: 'vLLM serves one model',
  MODEL_SERVER_KEY_FILE: 'vLLM is reached by these containers alone',
  REWARD_SERVER_KEY_FILE: 'the reward server is reached by these containers alone',
  WORKER_NAME: 'the name of the container',
  ...Object.fromEntries(SELDOM.split(' ').map((name) => [name, 'changed seldom: docker-compose.override.yml'])),
}

describe('docker-compose.yml', () => {
  it('has the services that the handbook and the example for Prometheus name', () => {
    const { services } = parse(text) as { services: object }
    const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
    const entered = [...handbook.matchAll(/docker compose exec (?:-T )?(\S+)/gu)].map(([, service]) => service)
    const scraped = [...readFileSync(`${ROOT}examples/prometheus.yaml`, 'utf8').matchAll(/names: \[(.*?)\]/gu)]
    const named = [...entered, ...scraped.flatMap(([, names = '']) => names.split(', '))]
    expect(new Set(named)).toEqual(
      new Set(['api', 'postgres', 'redis', 'gateway', 'coordinator', 'worker', 'worker-gpu', 'simulator', 'vllm']),
    )
    expect(Object.keys(services)).toEqual(expect.arrayContaining(named))
  })

  it.each(['api', 'coordinator', 'gateway', 'worker', 'dashboard'])(
    'passes every setting of %s on, or says why not',
    (target) => {
      const { services } = parse(text, { merge: true }) as { services: Record<string, Built> }
      const passed = Object.values(services).flatMap(({ build, environment = {} }) =>
        build?.target === target ? Object.keys(environment) : [],
      )
      const missing = [...environmentNames(target)].filter((name) => !passed.includes(name) && !(name in LEFT))
      expect(missing).toEqual([])
    },
  )

  it('leaves out only what a process reads', () => {
    const read = new Set(
      ['api', 'coordinator', 'gateway', 'worker', 'dashboard'].flatMap((app) => [...environmentNames(app)]),
    )
    expect(Object.keys(LEFT).filter((name) => !read.has(name))).toEqual([])
  })

  it('mounts each file where the setting that names it says', () => {
    const { services } = parse(text, { merge: true }) as { services: Record<string, Built> }
    const at = (service: string, setting: string) => services[service]?.environment?.[setting] ?? ''
    const mounted = (service: string) =>
      (services[service]?.volumes ?? []).map((volume) => (typeof volume === 'string' ? volume : volume.target))
    for (const [service, setting] of FILES) {
      const target = /\/etc\/cges-fleet\/[\w.-]+/.exec(at(service, setting))?.[0]
      expect(mounted(service), `${service} ${setting}`).toContain(target)
    }
  })

  it('gives Prometheus the token that it gives coordinators and workers', () => {
    const source = /METRICS_TOKEN_FILE:-\.\/(\S+)\}/.exec(text)?.[1]
    const example = readFileSync(`${ROOT}examples/prometheus.yaml`, 'utf8')
    expect(source).toBe(`examples/${/credentials_file: (\S+) \}/.exec(example)?.[1]}`)
    expect(readFileSync(`${ROOT}${source}`, 'utf8').trim().length).toBeGreaterThanOrEqual(32)
  })

  it('starts a monitoring whose parts find each other, and keep what they hold through a restart', () => {
    const { services, volumes, networks } = parse(readFileSync(`${ROOT}examples/monitoring.yaml`, 'utf8')) as Monitoring
    for (const [name, { restart, volumes: mounted = [], command = [], environment = {} }] of Object.entries(services)) {
      expect(restart).toBe('unless-stopped')
      expect([mounted[0], Object.keys(volumes)]).toEqual([expect.stringMatching(`^${name}:/`), Object.keys(services)])
      const given = [...command, ...Object.values(environment)].join(' ')
      for (const [file] of given.matchAll(/\/fleet\/\S+/gu))
        expect(existsSync(file.replace('/fleet/', ROOT))).toBe(true)
    }
    expect(networks['default']).toEqual({ name: `${(parse(text) as { name: string }).name}_default`, external: true })
    const scraping = readFileSync(`${ROOT}examples/prometheus.yaml`, 'utf8')
    expect(scraping).toMatch(/^alerting: .*targets: \['alertmanager:9093'\]/mu)
    const sources = readFileSync(`${ROOT}examples/grafana/datasources/prometheus.yaml`, 'utf8')
    expect(sources).toContain('http://prometheus:9090')
    expect(Object.keys(services)).toEqual(['prometheus', 'alertmanager', 'grafana'])
    const dashboards = readFileSync(`${ROOT}examples/grafana/dashboards/fleet.yaml`, 'utf8')
    const { providers } = parse(dashboards) as { providers: [{ options: { path: string } }] }
    expect(existsSync(providers[0].options.path.replace('/fleet/', ROOT) + '/cges-fleet.json')).toBe(true)
  })

  it('takes a second GPU whose server is another worker’s', () => {
    const override = { tag: '!override', collection: 'map' as const }
    const second = parse(readFileSync(`${ROOT}examples/second-gpu.yaml`, 'utf8'), { customTags: [override] }) as Second
    const { services } = parse(text, { merge: true }) as { services: Record<string, Built> }
    const { 'vllm-2': server, 'worker-gpu-2': worker } = second.services
    for (const { extends: base } of [server, worker]) {
      expect(base.file).toBe('docker-compose.yml')
      expect(Object.keys(services)).toContain(base.service)
    }
    expect(server.deploy?.resources.reservations.devices[0]?.device_ids).toEqual(['1'])
    expect(text).toContain("device_ids: ['${VLLM_GPU:-0}']")
    expect(worker.environment).toEqual({ MODEL_SERVER_URL: 'http://vllm-2:8000' })
    expect(worker.depends_on).toEqual({ 'vllm-2': { condition: 'service_healthy' } })
  })

  it('takes a worker for each model server elsewhere, which Prometheus finds', () => {
    const remote = parse(readFileSync(`${ROOT}examples/remote-vllm.yaml`, 'utf8')) as {
      services: Record<string, Remote>
    }
    const { worker: simulated, ...workers } = remote.services
    const { services } = parse(text, { merge: true }) as { services: Record<string, Built> }
    expect(simulated).toEqual({ scale: 0 })
    const settings = environmentNames('worker')
    for (const [name, { extends: base, scale, environment, networks }] of Object.entries(workers)) {
      expect(Object.keys(services)).not.toContain(name)
      expect([base, scale]).toEqual([{ file: 'docker-compose.yml', service: 'worker' }, 1])
      expect(Object.keys(environment).filter((each) => !settings.has(each))).toEqual([])
      expect(networks.default.aliases).toEqual(['worker-gpu'])
    }
    const served = Object.values(workers).map(({ environment: { POOL, MODEL_SERVER_URL } }) => [POOL, MODEL_SERVER_URL])
    expect(served).toEqual([
      ['gpu', 'http://gpu-1:8000'],
      ['gpu', 'http://gpu-2:8000'],
    ])
  })

  it('is of the specification and keeps our rules', () => {
    expect(composeOffences(text)).toEqual([])
  })

  it.each<Mutation>([
    {
      what: 'a key the specification has not',
      replace: "volumes: ['redis:/data'",
      by: "volume: ['redis:/data'",
      offence: /additional|unevaluated/,
    },
    { what: 'a queue that evicts', replace: '- noeviction', by: '- allkeys-lru', offence: /noeviction/ },
    { what: 'a queue that forgets', replace: /- --appendonly\n +- 'yes'\n/, by: '', offence: /appendonly/ },
    {
      what: 'a variable nobody reads',
      replace: "WORKER_CONCURRENCY: '16'",
      by: "WORKER: '16'",
      offence: /sets WORKER, which worker does not read/,
    },
    {
      what: 'a start before the migration',
      replace: '  migrate: { condition: service_completed_successfully }\n',
      by: '',
      offence: /wait for the mig/,
    },
    {
      what: 'a worker with the coordinator’s login',
      replace: 'postgres://cges_worker_login:${WORKER',
      by: 'postgres://cges_coordinator_login:${COORDINATOR',
      offence: /worker is cges_coordinator_login in DATABASE_URL/,
    },
    {
      what: 'an API that administers Redis',
      replace: 'redis://api:',
      by: 'redis://cges:',
      offence: /api is cges in REDIS_URL/,
    },
    {
      what: 'a migration as superuser',
      replace: 'cges_owner:${OWNER_PASSWORD:-owner}',
      by: 'cges:${POSTGRES_PASSWORD:-cges}',
      offence: /migrate is cges in DATABASE_URL/,
    },
    {
      what: 'a migration before the logins',
      replace: '      logins: { condition: service_completed_successfully }\n',
      by: '',
      offence: /migrate does not wait for the logins/,
    },
    {
      what: 'a start beside the migration',
      replace: 'migrate: { condition: service_completed_successfully',
      by: 'migrate: { condition: service_started',
      offence: /only to be service_started/,
    },
    { what: 'a writable root', replace: 'read_only: true', by: 'read_only: false', offence: /may write its root/ },
    { what: 'a floating image', replace: /:18\.4-bookworm@sha256:[0-9a-f]{64}/, by: ':latest', offence: /not pinned/ },
    {
      what: 'a port for the world',
      replace: "'127.0.0.1:${API_PORT:-8080}:8080'",
      by: "'8080:8080'",
      offence: /beyond this machine/,
    },
    {
      what: 'a service nobody asks for its health',
      replace: /healthcheck:\n {6}test: \['CMD', 'redis-cli'[^]*?retries: 12\n/,
      by: '',
      offence: /redis has no health/,
    },
    { what: 'one worker', replace: 'scale: 2', by: 'scale: 1', offence: /not two workers/ },
    {
      what: 'an interpreter every five seconds',
      replace: "'bash',\n      '-c',",
      by: "'node',\n      '-e',",
      offence: /api starts an interpreter/,
    },
    {
      what: 'memory without end',
      replace: '  mem_limit: 512m\n',
      by: '',
      offence: /coordinator has no limit of memory/,
    },
    { what: 'processes without end', replace: '  pids_limit: 256\n', by: '', offence: /api has no limit of processes/ },
  ])('refuses $what', (mutation) => {
    expect(composeOffences(mutated(text, mutation)).join('\n')).toMatch(mutation.offence)
  })
})
