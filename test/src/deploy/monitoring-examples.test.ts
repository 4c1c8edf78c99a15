import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { clusterAlerts } from './monitoring.js'
import { ROOT } from './root.js'

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'cges-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readYaml = (path: string): unknown => parse(readFileSync(`${ROOT}${path}`, 'utf8'), { merge: true })

const HOUR = 60
/** The last success and the creation of a CronJob, in seconds, as long as a day and a half. */
const cronJob = (metric: string, at: number) => ({
  series: `${metric}{namespace="cges-fleet",cronjob="backup"}`,
  values: `${at}x${36 * HOUR}`,
})
const volume = (metric: string, claim: string, bytes: number) => ({
  series: `${metric}{namespace="cges-fleet",persistentvolumeclaim="${claim}"}`,
  values: `${bytes}x30`,
})

/** What a cluster exposes, and when which alert fires of it. */
const CASES = [
  {
    title: 'of a backup that succeeded 26 hours ago, and not before',
    input_series: [cronJob('kube_cronjob_status_last_successful_time', HOUR * 60), cronJob('kube_cronjob_created', 0)],
    alert_rule_test: [
      { eval_time: `${27 * HOUR}m`, alertname: 'BackupOverdue', exp_alerts: [] },
      { eval_time: `${27 * HOUR + 7}m`, alertname: 'BackupOverdue', exp_alerts: [{ exp_labels: labels('critical') }] },
    ],
  },
  {
    title: 'of backups that never succeeded',
    input_series: [cronJob('kube_cronjob_created', 0)],
    alert_rule_test: [
      { eval_time: `${26 * HOUR}m`, alertname: 'BackupOverdue', exp_alerts: [] },
      { eval_time: `${26 * HOUR + 7}m`, alertname: 'BackupOverdue', exp_alerts: [{ exp_labels: labels('critical') }] },
    ],
  },
  {
    title: 'of the volume that is nearly full',
    input_series: [
      volume('kubelet_volume_stats_available_bytes', 'db', 14),
      volume('kubelet_volume_stats_capacity_bytes', 'db', 100),
      volume('kubelet_volume_stats_available_bytes', 'backups', 15),
      volume('kubelet_volume_stats_capacity_bytes', 'backups', 100),
    ],
    alert_rule_test: [
      {
        eval_time: '20m',
        alertname: 'DiskNearlyFull',
        exp_alerts: [{ exp_labels: { ...labels('warning'), persistentvolumeclaim: 'db' } }],
      },
    ],
  },
]

function labels(severity: string) {
  return { severity, namespace: 'cges-fleet' }
}

it.skipIf(!has('promtool')).each(CASES)('fires $title (needs promtool)', ({ input_series, alert_rule_test }) => {
  const rules = clusterAlerts().map((rule) => ({ ...rule, annotations: {} }))
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: [{ name: 'cluster', rules }] }))
  const tests = [{ interval: '1m', input_series, alert_rule_test }]
  writeFileSync(join(folder, 'tests.yaml'), stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }))
  const ran = spawnSync('promtool', ['test', 'rules', join(folder, 'tests.yaml')], { encoding: 'utf8' })
  expect(ran.stdout + ran.stderr).toContain('SUCCESS')
})

it.skipIf(!has('promtool'))('has cluster alerts whose texts are whole (needs promtool)', () => {
  writeFileSync(join(folder, 'whole.yaml'), stringify({ groups: [{ name: 'cluster', rules: clusterAlerts() }] }))
  const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'whole.yaml')], { encoding: 'utf8' })
  expect([checked.status, checked.stderr]).toEqual([0, ''])
})

it.skipIf(!has('amtool'))('has an Alertmanager example that Alertmanager takes (needs amtool)', () => {
  const checked = spawnSync('amtool', ['check-config', `${ROOT}examples/alertmanager.yaml`], { encoding: 'utf8' })
  expect(checked).toMatchObject({ status: 0 })
})

interface Route {
  readonly receiver: string
  readonly matchers?: readonly string[]
  readonly routes?: readonly Route[]
}
interface Receiver {
  readonly name: string
  readonly slack_configs?: readonly { readonly text: string }[]
  readonly webhook_configs?: readonly { readonly send_resolved: boolean }[]
}

it('sends every alert to a receiver of the Alertmanager example, its link to the runbook made whole', () => {
  const { route, receivers } = readYaml('examples/alertmanager.yaml') as { route: Route; receivers: Receiver[] }
  const named = [route, ...(route.routes ?? [])].map(({ receiver }) => receiver)
  expect(named.toSorted()).toEqual(receivers.map(({ name }) => name).toSorted())
  for (const { slack_configs = [] } of receivers.filter(({ webhook_configs }) => webhook_configs === undefined))
    expect(slack_configs[0]?.text).toContain('reReplaceAll "^docs/operations.md" "https://')
})

it('sends the alert that always fires to a monitor before any other route takes it, and never that it ended', () => {
  const { rule_files } = readYaml('examples/prometheus.yaml') as { rule_files: string[] }
  const { groups } = readYaml('examples/watchdog.yaml') as { groups: [{ rules: [{ alert: string; expr: string }] }] }
  const [{ alert, expr }] = groups[0].rules
  const { route, receivers } = readYaml('examples/alertmanager.yaml') as { route: Route; receivers: Receiver[] }
  expect([rule_files, expr]).toEqual([expect.arrayContaining(['watchdog.yaml']), 'vector(1)'])
  expect(route.routes?.[0]?.matchers).toEqual([`alertname="${alert}"`])
  const monitor = receivers.find(({ name }) => name === route.routes?.[0]?.receiver)
  expect(monitor?.webhook_configs).toEqual([{ url: expect.stringMatching(/^https:/), send_resolved: false }])
})

interface Job {
  readonly job_name: string
  readonly dns_sd_configs: readonly { readonly names: readonly string[] }[]
  readonly relabel_configs: readonly { readonly regex?: string; readonly replacement?: string }[]
}
interface Service {
  readonly environment?: Readonly<Record<string, string>>
}

it('scrapes every model server of Compose, with the pool of its workers', () => {
  const { scrape_configs } = readYaml('examples/prometheus.yaml') as { scrape_configs: Job[] }
  const engines = scrape_configs.find(({ job_name }) => job_name === 'engines')
  const { services } = readYaml('docker-compose.yml') as { services: Record<string, Service> }
  const pools = Object.values(services).flatMap(({ environment = {} }) => {
    const { MODEL_SERVER_URL: url, POOL = '' } = environment
    return url === undefined ? [] : [`${new URL(url).hostname} ${POOL}`]
  })
  expect(pools.length).toBeGreaterThan(1)
  const labelled = engines?.relabel_configs.flatMap(({ regex, replacement = '' }) =>
    regex === undefined ? [] : [`${regex} ${replacement}`],
  )
  expect(labelled?.toSorted()).toEqual(pools.toSorted())
  const servers = pools.map((pool) => pool.split(' ')[0] ?? '')
  expect(engines?.dns_sd_configs.flatMap(({ names }) => names).toSorted()).toEqual(servers.toSorted())
})
