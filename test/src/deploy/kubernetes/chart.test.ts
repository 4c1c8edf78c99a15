import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { environmentNames } from '../environment-names.js'
import { ROOT } from '../root.js'
import { containersOf, helm, HELM_PYTHON, type Manifest, readManifests, workloads } from './manifest.js'
import { CHART, EXAMPLES } from './goldens.js'
import { find } from './mutations.js'
import { podOffences } from './pod-offences.js'

const withHelm = it.skipIf(HELM_PYTHON === undefined)

/** Has Helm's engine render other values than the examples. */
function rendered(values: string, registry?: string) {
  const folder = mkdtempSync(join(ROOT, 'test/dist/values-'))
  const file = join(folder, 'values.yaml')
  writeFileSync(file, values)
  const { status, out } = helm('render', file, registry)
  rmSync(folder, { recursive: true })
  const manifests = () => parseAllDocuments(out).map((document) => document.toJS() as Manifest)
  return { status, out, manifests }
}

const POOL = 'name: a, model: m, revision: 0123456789abcdef0123456789abcdef01234567'

withHelm.each([
  ['a pool without a revision', 'pools: [{ name: a, model: m }]', /missing property 'revision'/],
  ['a branch of the weights', 'pools: [{ name: a, model: m, revision: main }]', /revision/],
  ['a key it does not know', 'pool: []', /'pool' not allowed/],
  ['an image that may move', 'poolDefaults: { engine: { image: "vllm/vllm-openai:latest" } }', /image/],
  ['an ingress for no host', 'ingress: { enabled: true }', /host/],
  ['more at once than a worker takes', `pools: [{ ${POOL}, concurrency: 1025 }]`, /1,?024/],
  ['more GPUs than a worker counts', `pools: [{ ${POOL}, engine: { gpus: 16, nodes: 5 } }]`, /is 80.*64 GPUs at most/],
  ['a variable that is none', `coordinator: { env: { AUDIT: '730' } }`, /AUDIT/],
  ['a variable that the chart sets itself', `poolDefaults: { env: { DRAIN_MS: '1' } }`, /DRAIN_MS/],
  ['a number that YAML may write otherwise', 'coordinator: { env: { AUDIT_DAYS: 730 } }', /want string/],
  ['a route where a gateway is described', 'gateway: { enabled: true, parents: [] }', /parents/],
  ['a variable that the engine has from the chart', 'poolDefaults: { engine: { env: { HF_HOME: "/" } } }', /HF_HOME/],
  ['a server with a path of its own', 'pools: [{ name: a, model: m, server: { url: "http://vllm/a/v2" } }]', /url/],
  [
    'a server that is simulated too',
    `pools: [{ ${POOL}, simulated: true, server: { url: "http://a" } }]`,
    /in place|the place of an engine/,
  ],
  ['webhooks that nothing may reach', 'webhooks: { secret: hooks, blocks: [] }', /minItems/],
])('refuses %s (needs helm-python-sdk)', (_, values, offence) => {
  expect(rendered(values)).toMatchObject({ status: 1, out: expect.stringMatching(offence) })
})

withHelm('says what to set where no registry is named (needs helm-python-sdk)', () => {
  expect(rendered('pools: []', '')).toMatchObject({ status: 1, out: expect.stringContaining('set images.registry to') })
})

withHelm('takes the values that its page begins with (needs helm-python-sdk)', () => {
  const page = readFileSync(join(ROOT, 'k8s/README.md'), 'utf8')
  const [, values = ''] = /( *# my-values\.yaml\n[^`]*)```/u.exec(page) ?? []
  const { status, manifests } = rendered(values, '')
  expect(status).toBe(0)
  const made = manifests().map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(made).toEqual(expect.arrayContaining(['Ingress cges-fleet', 'Deployment worker-gpu']))
  expect(made.join('\n')).not.toMatch(/ScaledObject|TriggerAuthentication|PersistentVolumeClaim|Monitor|PrometheusRule/)
})

withHelm('scales and keeps weights without the lines that its page says to remove (needs helm-python-sdk)', () => {
  const page = readFileSync(join(ROOT, 'k8s/README.md'), 'utf8')
  const [, values = ''] = /( *# my-values\.yaml\n[^`]*)```/u.exec(page) ?? []
  const without = values.replaceAll(/^ *(?:replicas: 2|autoscale: .*|engine: .*)\n/gmu, '')
  const made = rendered(without, '')
    .manifests()
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(made).toEqual(expect.arrayContaining(['ScaledObject worker-gpu', 'PersistentVolumeClaim weights-gpu']))
})

it('draws from a server that runs already without a GPU or an autoscaler, and may reach it alone', () => {
  const made = readManifests('model-server')
  expect(made.filter(({ kind }) => /ScaledObject|TriggerAuthentication|PersistentVolumeClaim/u.test(kind))).toEqual([])
  expect(JSON.stringify(workloads(made))).not.toContain('nvidia.com/gpu')
  const policies = made.filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.startsWith('model-'))
  expect(policies.map(({ metadata, spec }) => [metadata.name, spec.egress])).toEqual([
    [
      'model-server-gpu',
      [
        {
          ports: [{ port: 8000, protocol: 'TCP' }],
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'models' } } }],
        },
      ],
    ],
  ])
})

withHelm.each([
  ['{ url: "https://api.example.org/v1", blocks: [203.0.113.0/24] }', 443, [{ ipBlock: { cidr: '203.0.113.0/24' } }]],
  ['{ url: "http://vllm.models", ports: [8000] }', 8000, undefined],
])('lets workers reach the server %s (needs helm-python-sdk)', (server, port, to) => {
  const made = rendered(`pools: [{ name: a, model: m, server: ${server} }]`, 'registry.example.org').manifests()
  const policy = made.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'model-server-a')
  expect(policy?.spec.egress).toEqual([{ ports: [{ port, protocol: 'TCP' }], ...(to === undefined ? {} : { to }) }])
})

it('waits for Jobs of the names that its page has', () => {
  const jobs = readManifests('cpu-demo').flatMap(({ kind, metadata }) =>
    kind === 'Job' ? [`job/${metadata.name}`] : [],
  )
  const page = readFileSync(join(ROOT, 'k8s/README.md'), 'utf8')
  const waits = [...page.matchAll(/kubectl wait --for=condition=complete --timeout=15m ((?:job\/\S+ ?)+)/gu)]
  expect(waits.map(([, names = '']) => names.trim().split(' ').toSorted())).toEqual([jobs.toSorted(), jobs.toSorted()])
})

withHelm('takes the values for ten GPUs of the page on sizes (needs helm-python-sdk)', () => {
  const page = readFileSync(join(ROOT, 'docs/sizing.md'), 'utf8')
  const [, values = ''] = /```yaml\n([^`]*)```/u.exec(page) ?? []
  const text = JSON.stringify(rendered(`${values}\npools: [{ ${POOL} }]`).manifests())
  for (const part of ['"maxReplicaCount":10', '"requests.nvidia.com/gpu":"10"', '--max-num-seqs=64'])
    expect(text).toContain(part)
})

withHelm('packs into an archive (needs helm-python-sdk)', () => {
  const folder = mkdtempSync(join(ROOT, 'test/dist/chart-'))
  expect(helm('package', folder)).toMatchObject({ status: 0, out: expect.stringMatching(/cges-fleet-[\d.]+\.tgz/) })
  rmSync(folder, { recursive: true })
})

const policiesOf = (values: string) =>
  rendered(values)
    .manifests()
    .flatMap(({ kind, metadata }) => (kind === 'NetworkPolicy' ? [metadata.name] : []))

withHelm('opens the way to no store where none is outside (needs helm-python-sdk)', () => {
  expect(policiesOf('{}')).toContain('stores')
  expect(policiesOf('stores: { blocks: [] }')).not.toContain('stores')
})

const variablesOf = (manifests: Manifest[], name: string, container: string) =>
  Object.fromEntries(
    workloads([find(manifests, 'Deployment', name)]).flatMap(({ pod }) =>
      containersOf(pod)
        .filter((one) => one.name === container)
        .flatMap(({ env = [] }) => env.map((variable) => [variable.name, variable.value ?? variable.valueFrom])),
    ),
  )

const OPERATED = `
api: { env: { LOG_LEVEL: debug } }
coordinator: { env: { AUDIT_DAYS: '730', DASHBOARD_URL: 'https://fleet.example.org' } }
webhooks: { secret: hooks, blocks: [192.0.2.0/24], ports: [8443] }
poolDefaults: { env: { SAMPLE_DEADLINE_MS: '600000', TOP_LOGPROBS: '5' } }
pools:
  - { ${POOL}, env: { TOP_LOGPROBS: '20' }, engine: { keySecret: engine-key } }
`

withHelm('sets what the handbook tells operators to set (needs helm-python-sdk)', () => {
  const manifests = rendered(OPERATED).manifests()
  expect(podOffences(manifests)).toEqual([])
  expect(variablesOf(manifests, 'api', 'api')).toMatchObject({ LOG_LEVEL: 'debug' })
  expect(variablesOf(manifests, 'coordinator', 'coordinator')).toMatchObject({
    AUDIT_DAYS: '730',
    DASHBOARD_URL: 'https://fleet.example.org',
    WEBHOOKS_FILE: '/etc/cges-fleet/webhooks/webhooks.json',
  })
  expect(variablesOf(manifests, 'worker-a', 'worker')).toMatchObject({
    SAMPLE_DEADLINE_MS: '600000',
    TOP_LOGPROBS: '20',
    MODEL_SERVER_KEY_FILE: '/etc/cges-fleet/engine/token',
  })
  const key = { secretKeyRef: { name: 'engine-key', key: 'token' } }
  expect(variablesOf(manifests, 'worker-a', 'engine')).toMatchObject({ VLLM_API_KEY: key })
  expect(JSON.stringify(find(manifests, 'Deployment', 'worker-a'))).toContain('"secret":{"secretName":"engine-key"}')
  expect(JSON.stringify(find(manifests, 'Deployment', 'coordinator'))).toContain('"secret":{"secretName":"hooks"}')
  expect(find(manifests, 'NetworkPolicy', 'webhooks').spec.egress).toEqual([
    { to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ port: 8443, protocol: 'TCP' }] },
  ])
})

withHelm('has every process trust an authority of your own (needs helm-python-sdk)', () => {
  const values = `certificateAuthority: ours\ngateway: { enabled: true }\npools: [{ ${POOL} }]`
  const manifests = rendered(values).manifests()
  expect(podOffences(manifests)).toEqual([])
  const trusting = workloads(manifests).filter(({ pod }) => {
    const text = JSON.stringify(pod)
    return text.includes('"configMap":{"name":"ours"}') && text.includes('"mountPath":"/etc/cges-fleet/authority"')
  })
  expect(trusting.map(({ labels }) => labels['app.kubernetes.io/name'] ?? '').toSorted()).toEqual([
    'api',
    'bootstrap',
    'coordinator',
    'gateway',
    'migrate',
    'worker',
  ])
  const path = '/etc/cges-fleet/authority/ca.crt'
  expect(variablesOf(manifests, 'api', 'api')).toMatchObject({ NODE_EXTRA_CA_CERTS: path })
  expect(variablesOf(manifests, 'worker-a', 'worker')).toMatchObject({ NODE_EXTRA_CA_CERTS: path })
  expect(rendered(values.replace('ours', "''")).out).not.toContain('authority')
})

const GATEWAY = `
gateway: { enabled: true, namespaces: [agents], drainSeconds: 300, env: { TEAM_CALLS: '1024' } }
ingress: { enabled: true, host: fleet.example.org }
httpRoute: { enabled: true, parents: [{ name: public }], hostnames: [fleet.example.org] }
monitoring: { enabled: true }
`

/** Where the alerts of a chart with these values link to, without their places on the page. */
const links = (values: string) =>
  JSON.stringify(find(rendered(values).manifests(), 'PrometheusRule', 'cges-fleet')).match(/"runbook_url":"[^"#]*/gu)

withHelm('links alerts to the runbook where people on call read it (needs helm-python-sdk)', () => {
  const page = 'https://docs.example.org/docs/operations.html'
  const linked = links(`monitoring: { enabled: true, docsUrl: '${page}' }`) ?? []
  expect(linked.length).toBeGreaterThan(15)
  expect(new Set(linked)).toEqual(new Set([`"runbook_url":"${page}`]))
  expect(new Set(links('monitoring: { enabled: true }'))).toEqual(new Set(['"runbook_url":"docs/operations.md']))
})

withHelm('labels monitors and rules as a Prometheus selects them (needs helm-python-sdk)', () => {
  const values = 'monitoring: { enabled: true, labels: { release: stack } }'
  const monitoring = rendered(values)
    .manifests()
    .filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com/'))
  expect(monitoring.map(({ metadata }) => metadata.labels?.['release'])).toEqual(['stack', 'stack', 'stack', 'stack'])
})

withHelm('lets a Prometheus without an operator read metrics (needs helm-python-sdk)', () => {
  const manifests = rendered(`monitoring: { enabled: true, operator: false }\npools: [{ ${POOL} }]`).manifests()
  expect(manifests.filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com/'))).toEqual([])
  find(manifests, 'NetworkPolicy', 'monitoring')
  find(manifests, 'ConfigMap', 'grafana-dashboard')
  const token = { METRICS_TOKEN_FILE: '/etc/cges-fleet/metrics/token' }
  expect(variablesOf(manifests, 'coordinator', 'coordinator')).toMatchObject(token)
  expect(variablesOf(manifests, 'worker-a', 'worker')).toMatchObject(token)
})

const MIRRORED = `
network: { downloads: { blocks: [192.0.2.0/24], ports: [3128] } }
poolDefaults: { runtimeClassName: nvidia, engine: { env: { HTTPS_PROXY: 'http://192.0.2.1:3128' }, startSeconds: 3600 } }
pools:
  - { ${POOL}, reward: { ${POOL.replace('name: a, ', '')} }, engine: { env: { HF_HUB_OFFLINE: '1' } } }
  - { ${POOL.replace('name: a', 'name: b')}, engine: { nodes: 2 } }
`

withHelm('finds weights by a mirror or a proxy alone (needs helm-python-sdk)', () => {
  const manifests = rendered(MIRRORED).manifests()
  for (const name of ['engine', 'reward']) {
    expect(variablesOf(manifests, 'worker-a', name)).toMatchObject({
      HTTPS_PROXY: 'http://192.0.2.1:3128',
      HF_HUB_OFFLINE: '1',
    })
  }
  const { leaderWorkerTemplate } = find(manifests, 'LeaderWorkerSet', 'worker-b').spec
  expect(JSON.stringify(leaderWorkerTemplate?.workerTemplate)).toContain('"HTTPS_PROXY"')
  const way = { to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ port: 3128, protocol: 'TCP' }] }
  expect(find(manifests, 'NetworkPolicy', 'model-download').spec.egress).toEqual([way])
  expect(find(manifests, 'NetworkPolicy', 'engine-b').spec.egress).toEqual([expect.anything(), way])
  const text = JSON.stringify(find(manifests, 'Deployment', 'worker-a'))
  expect(text.match(/"failureThreshold":360\b/g)).toHaveLength(2)
  expect(text).toContain('"progressDeadlineSeconds":3600')
  expect(text).toContain('"runtimeClassName":"nvidia"')
  const offline = rendered(MIRRORED.replace('[192.0.2.0/24]', '[]')).manifests()
  expect(offline.map(({ metadata }) => metadata.name)).not.toContain('model-download')
  expect(JSON.stringify(find(offline, 'NetworkPolicy', 'engine-b').spec.egress)).not.toContain('3128')
})

withHelm('runs a gateway that only its callers reach, on its own paths (needs helm-python-sdk)', () => {
  const manifests = rendered(GATEWAY).manifests()
  expect(podOffences(manifests)).toEqual([])
  const gateway = find(manifests, 'Deployment', 'gateway')
  expect(gateway.spec.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(300 + 5)
  expect(variablesOf(manifests, 'gateway', 'gateway')).toMatchObject({
    DATABASE_URL: { secretKeyRef: { name: 'stores-gateway', key: 'database-url' } },
    DRAIN_MS: '300000',
    TEAM_CALLS: '1024',
  })
  const from = ['ingress', 'agents'].map((name) => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
  }))
  const ports = [{ port: 8090, protocol: 'TCP' }]
  expect(find(manifests, 'NetworkPolicy', 'gateway').spec.ingress).toEqual([{ from, ports }])
  expect(find(manifests, 'NetworkPolicy', 'monitoring').spec.ingress).toEqual([
    { from: [expect.anything()], ports: expect.arrayContaining(ports) },
  ])
  find(manifests, 'ServiceMonitor', 'gateway')
  const paths = ['/v1/chat/completions', '/v1/responses', '/v1/models']
  for (const kind of ['Ingress', 'HTTPRoute']) {
    const routes = JSON.stringify(find(manifests, kind, 'cges-fleet'))
    for (const path of paths) expect(routes).toMatch(new RegExp(`"(path|value)":"${path}"`))
    expect(routes.match(/"name":"gateway"/g)).not.toBeNull()
  }
})

withHelm('runs no gateway unless it is told to (needs helm-python-sdk)', () => {
  const { out } = rendered(GATEWAY.replace('enabled: true', 'enabled: false'))
  expect(out).toContain('kind: HTTPRoute')
  expect(out).not.toMatch(/name: "?gateway\b/)
})

/** What the chart leaves to the images, and why. */
const LEFT: Readonly<Record<string, string>> = {
  NODE_ENV: 'the images set it',
  PORT: 'the images set it, and probes ask there',
  HOST: 'the images set it',
  HOSTNAME: 'the image of the dashboard sets it',
  FAILPOINT: 'of tests',
  LOCAL_NAMES: 'of a fleet without sign-in',
  KEY_PEPPER: 'a secret is a file here',
  KEY_PEPPER_ACCEPTED: 'a secret is a file here',
  OTEL_EXPORTER_OTLP_HEADERS: 'the collector is inside the cluster; its key would be in the manifest',
  REWARD_SERVER_KEY_FILE: 'the reward server is in the pod, and no port of it is open',
  STEP_SCORER_KEY_FILE: 'the step scorer is in the pod, and no port of it is open',
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: { readonly enum: readonly string[] }
  readonly $defs?: Readonly<Record<string, Schema>>
}
const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as Schema
const SETTABLE: Readonly<Record<string, Schema | undefined>> = {
  api: schema.properties?.['api'],
  coordinator: schema.properties?.['coordinator'],
  gateway: schema.properties?.['gateway'],
  worker: schema.$defs?.['settings'],
  dashboard: undefined,
}

it.each(Object.entries(SETTABLE))('sets every variable of the %s, has it settable, or says why not', (app, process) => {
  const written = readFileSync(join(CHART, `templates/${app === 'worker' ? '_worker.tpl' : `${app}.yaml`}`), 'utf8')
  const helpers = readFileSync(join(CHART, 'templates/_helpers.tpl'), 'utf8')
  const settable = process?.properties?.['env']?.propertyNames?.enum ?? []
  const unsettable = [...environmentNames(app)].filter((name) => !settable.includes(name) && !(name in LEFT))
  expect(unsettable.filter((name) => !`${written}${helpers}`.includes(`name: ${name}`))).toEqual([])
  expect(settable.filter((name) => !environmentNames(app).has(name) || name in LEFT)).toEqual([])
})

it('leaves to the images only what some process reads', () => {
  const read = new Set(Object.keys(SETTABLE).flatMap((app) => [...environmentNames(app)]))
  expect(Object.keys(LEFT).filter((name) => !read.has(name))).toEqual([])
})

it('lets no example open a way to anywhere by an empty list', () => {
  const open = EXAMPLES.flatMap((example) => readManifests(example)).filter(({ spec }) =>
    (spec?.egress ?? []).some((rule) => 'to' in rule && !Array.isArray(rule.to)),
  )
  expect(open.map(({ metadata }) => metadata.name)).toEqual([])
})
