import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { alertGroups, type AlertRule, panelQueries } from './monitoring.js'
import { ROOT } from './root.js'

const promtool = spawnSync('promtool', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'cges-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What hangs on no one pool, and why. Whatever else watches a fleet names the pool. */
const OF_NO_POOL: Readonly<Record<string, string>> = {
  SweepNotRunning: 'a coordinator sweeps for all pools',
  CoordinatorDown: 'a coordinator serves all pools',
  DatabaseDown: 'all pools have one database',
  ConnectionsNearlyUsed: 'all pools have one database',
  QueueDown: 'all pools have one Redis',
  QueueUnsafe: 'all pools have one Redis',
  EvaluationStuck: 'the evaluation’s page names its pool',
  BudgetNearlyUsed: 'a team has one limit over all pools',
  ApiDown: 'an API serves all pools',
  ApiErrors: 'most requests are of no pool',
  GatewayDown: 'a gateway serves all pools',
  GatewayErrors: 'a gateway serves all pools',
  EventLoopBlocked: 'of one process, which its pod names',
  'Jobs in the queue': 'the name of a queue has that of its pool, and rounds have one queue',
  API: 'most requests are of no pool',
  Memory: 'of one process, which its pod names',
  'Event loop lag, p99': 'of one process, which its pod names',
  'Budgets used': 'a team has one limit over all pools',
}

const selectors = (expr: string) => [...expr.matchAll(/\{([^}]*)\}/g)].map(([, inside = '']) => inside)

const rules = alertGroups().flatMap((group) => group.rules)

/** The series of one fleet. */
function seriesOf(namespace: string, values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => {
    const series = name.endsWith('}')
      ? name.replace(/\}$/, `,namespace="${namespace}"}`)
      : `${name}{namespace="${namespace}"}`
    return { series, values: value }
  })
}

/** The same of another pool; nothing where a pool makes no difference. */
const besides = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.includes('pool="main"'))
      .map(([name, value]) => [name.replace('pool="main"', 'pool="beside"'), value]),
  )

/** Two fleets in one Prometheus, one with two pools: the alert must fire for what is in trouble, once, and say so. */
function testOf({ alert, trouble, well, by, labels }: AlertCase, { labels: { severity } }: AlertRule) {
  return {
    interval: '1m',
    input_series: [...seriesOf('ill', { ...trouble, ...besides(well) }), ...seriesOf('well', well)],
    alert_rule_test: [
      { eval_time: '0m', alertname: alert, exp_alerts: [] },
      {
        eval_time: `${by}m`,
        alertname: alert,
        exp_alerts: [{ exp_labels: { severity, namespace: 'ill', ...labels } }],
      },
    ],
  }
}

/** Runs promtool on rules, without what they tell people. */
function firing(changed: readonly AlertRule[]) {
  const bare = changed.map((rule) => ({ ...rule, annotations: {} }))
  const tests = changed.flatMap((rule) =>
    ALERT_CASES.filter(({ alert }) => alert === rule.alert).map((one) => testOf(one, rule)),
  )
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: [{ name: 'cges-fleet', rules: bare }] }))
  writeFileSync(join(folder, 'tests.yaml'), stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(folder, 'tests.yaml')], {
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

it('has a case for every alert', () => {
  expect([...new Set(ALERT_CASES.map(({ alert }) => alert))].toSorted()).toEqual(
    rules.map(({ alert }) => alert).toSorted(),
  )
})

it.skipIf(!promtool)('fires for the fleet in trouble and not for the one beside it (needs promtool)', () => {
  writeFileSync(join(folder, 'whole.yaml'), stringify({ groups: alertGroups() }))
  const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'whole.yaml')], { encoding: 'utf8' })
  expect([checked.status, checked.stderr]).toEqual([0, ''])
  expect(firing(rules)).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS') })
})

/** What people read of an alert, of these series alone. */
function read(alert: string, series: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>) {
  const rule = rules.find((one) => one.alert === alert)
  if (rule === undefined) throw new Error(`there is no alert ${alert}`)
  const exp_alerts = [{ exp_labels: { severity: rule.labels.severity, ...labels }, exp_annotations: { summary: '?' } }]
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }))
  const alert_rule_test = [{ eval_time: '10m', alertname: alert, exp_alerts }]
  const tests = [{ interval: '1m', input_series, alert_rule_test }]
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: [{ name: 'cges-fleet', rules: [rule] }] }))
  writeFileSync(join(folder, 'tests.yaml'), stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }))
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(folder, 'tests.yaml')], { encoding: 'utf8' })
  return /got:[^]*?summary="([^"]*)"/.exec(stdout + stderr)?.[1] ?? stdout + stderr
}

it.skipIf(!promtool).each([
  ['CoordinatorDown', { up: '0x20' }, {}, 'Prometheus has had no answer from any coordinator in six hours.'],
  ['ApiDown', { up: '0x20' }, {}, 'Prometheus has had no answer from any API in six hours.'],
  ['ApiDown', { 'fleet_http_request_seconds_count{namespace="a"}': '1 stale' }, {}, 'No API of a answers Prometheus.'],
  [
    'BudgetNearlyUsed',
    { 'fleet_budget_used_ratio{namespace="a",budget="b"}': '1x20' },
    {},
    'A team of a has used 100% of its b.',
  ],
  [
    'BudgetNearlyUsed',
    { 'fleet_budget_used_ratio{namespace="a",team="1",team_name="t",budget="b"}': '1x20' },
    {},
    'Team t of a has used 100% of its b.',
  ],
])('says in a whole sentence that %s fires, of %j (needs promtool)', (alert, series, labels, summary) => {
  expect(read(alert, series, labels)).toBe(summary)
})

it.skipIf(!promtool)('loads the alerts by the example beside Compose (needs promtool)', () => {
  const checked = spawnSync('promtool', ['check', 'config', `${ROOT}examples/prometheus.yaml`], { encoding: 'utf8' })
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining(`${rules.length} rules found`) })
})

it.skipIf(!promtool).each(rules)('is told where $alert takes two fleets for one (needs promtool)', (rule) => {
  const expr = rule.expr.replaceAll(/\bnamespace\b(?!=)(, )?/g, '')
  expect(firing([{ ...rule, expr }]).status).not.toBe(0)
})

it.skipIf(!promtool).each(rules.filter(({ alert }) => !(alert in OF_NO_POOL)))(
  'is told where $alert takes two pools for one (needs promtool)',
  (rule) => {
    const expr = rule.expr.replaceAll(/, pool\b/g, '')
    expect(firing([{ ...rule, expr }]).status).not.toBe(0)
  },
)

it('keeps fleets and pools apart in every alert and panel', () => {
  const panels = panelQueries()
  const text = [...rules.map(({ alert, expr }) => ({ of: alert, expr })), ...panels]
  const without = text.filter(({ expr }) => /\b(?:sum|max|min|avg|group)\b(?! by \(namespace\b)/.test(expr))
  expect(without).toEqual([])
  const mixing = text.filter(({ expr }) => /\b(?:by|on) \(namespace(?!, pool\b)/.test(expr))
  expect([...new Set(mixing.map(({ of }) => of))].toSorted()).toEqual(Object.keys(OF_NO_POOL).toSorted())
  const choosing = panels.filter(({ expr }) => selectors(expr).every((one) => one.includes('pool=~"$pool"')))
  expect(choosing.filter(({ of }) => of in OF_NO_POOL)).toEqual([])
  expect(choosing).toHaveLength(panels.filter(({ of }) => !(of in OF_NO_POOL)).length)
})

/** When an alert fires: what a fleet in trouble and one beside it expose, a value a minute as promtool writes them. */
interface AlertCase {
  readonly alert: string
  readonly trouble: Readonly<Record<string, string>>
  readonly well: Readonly<Record<string, string>>
  /** By which minute it fires. */
  readonly by: number
  readonly labels: Readonly<Record<string, string>>
}

const inPool = (bad: string, good: string, by: number, others: Readonly<Record<string, string>> = {}) => {
  const all = (value: string, name: string) => ({ [name]: value, ...others })
  return (name: string) => ({ trouble: all(bad, name), well: all(good, name), by, labels: { pool: 'main' } })
}
const everywhere = (name: string, bad: string, good: string, by: number) => ({
  trouble: { [name]: bad },
  well: { [name]: good },
  by,
  labels: {},
})

const POOL = 'pool="main"'

/** Nine rounds a minute within five seconds, and so many of them within one. */
const roundsWithin = (second: string) => ({
  [`fleet_round_seconds_bucket{le="1",${POOL}}`]: second,
  [`fleet_round_seconds_bucket{le="5",${POOL}}`]: '0+9x30',
  [`fleet_round_seconds_bucket{le="+Inf",${POOL}}`]: '0+9x30',
})

const trials = (blocked: string, closed: string) => ({
  [`fleet_trials{state="blocked",${POOL}}`]: blocked,
  [`fleet_trials{state="closed",${POOL}}`]: closed,
})
const connections = (open: string) => ({
  'fleet_database_connections{state="open"}': open,
  'fleet_database_connections{state="most"}': '100x10',
})
const chats = (failed: string, stopped: string) => ({
  'fleet_gateway_requests_total{end="unavailable"}': failed,
  'fleet_gateway_requests_total{end="stopped"}': stopped,
})
const slots = (count: string) => ({ [`fleet_slots{${POOL}}`]: count })

/** Each alert, most once. A fleet that is well is one step on the right side of the threshold. */
const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'FleetStalled',
    ...inPool('901x10', '899x10', 6, { [`fleet_pool_paused{${POOL}}`]: '0x10' })(`fleet_stalled_seconds{${POOL}}`),
  },
  { alert: 'NoReadyWorker', ...inPool('1x30', '0x30', 21, slots('0x30'))(`fleet_usable_samples{${POOL}}`) },
  { alert: 'WorkerPausedItself', ...inPool('1x10', '0x10', 6)(`fleet_workers{state="paused",${POOL}}`) },
  { alert: 'SweepNotRunning', ...everywhere('fleet_sweep_success_timestamp_seconds', '0x10', '0+60x10', 4) },
  { alert: 'CoordinatorDown', ...everywhere('fleet_database_up', '1 1 stale', '1x10', 5) },
  { alert: 'ApiDown', ...everywhere('fleet_http_request_seconds_count', '1 1 stale', '1x10', 5) },
  { alert: 'DatabaseDown', ...everywhere('fleet_database_up', '0x10', '1x10', 2) },
  {
    alert: 'ConnectionsNearlyUsed',
    trouble: connections('91x10'),
    well: connections('90x10'),
    by: 6,
    labels: {},
  },
  { alert: 'GatewayDown', ...everywhere('fleet_gateway_requests_in_flight', '1 1 stale', '1x10', 5) },
  { alert: 'GatewayErrors', trouble: chats('0+6x30', '0+94x30'), well: chats('0+5x30', '0+95x30'), by: 20, labels: {} },
  { alert: 'QueueDown', ...everywhere('fleet_queue_up', '0x10', '1x10', 3) },
  { alert: 'RoundsFailing', ...inPool('0+2x30', '0+1x30', 20)(`fleet_rounds_failed_total{${POOL}}`) },
  { alert: 'EvaluationStuck', ...everywhere('fleet_evaluations{status="stuck"}', '1x10', '0x10', 6) },
  {
    alert: 'QueueUnsafe',
    ...everywhere('fleet_queue_trouble{kind="evicts"}', '1x10', '0x10', 2),
    labels: { kind: 'evicts' },
  },
  {
    alert: 'RoundsSlow',
    trouble: roundsWithin('0x30'),
    well: roundsWithin('0+9x30'),
    by: 20,
    labels: { pool: 'main' },
  },
  { alert: 'LeasesExpiring', ...inPool('0+4x40', '0+2x40', 30)(`fleet_leases_expired_total{${POOL}}`) },
  { alert: 'LateAnswersDiscarded', ...inPool('0+2x40', '0+1x40', 30)(`fleet_fenced_total{${POOL}}`) },
  {
    alert: 'SamplesGivenUp',
    ...inPool('0+2x40', '0+0x40', 30, { [`fleet_samples_total{outcome="answer",${POOL}}`]: '0+200x40' })(
      `fleet_samples_total{outcome="infra_error",${POOL}}`,
    ),
  },
  {
    alert: 'TrialsBlocked',
    trouble: trials('6x30', '994x30'),
    well: trials('5x30', '995x30'),
    by: 12,
    labels: { pool: 'main' },
  },
  { alert: 'AnswersDiffer', ...inPool('1x10', '0x10', 3)(`fleet_unlike_evaluations{${POOL}}`) },
  {
    alert: 'SlotsIdle',
    ...inPool('3x30', '4x30', 16, {
      ...slots('8x30'),
      [`fleet_worker_slots{${POOL}}`]: '8x30',
      [`fleet_usable_samples{${POOL}}`]: '17x30',
    })(`fleet_worker_in_flight{${POOL}}`),
  },
  { alert: 'PoolAtMaximum', ...inPool('17x90', '16x90', 61, slots('8x90'))(`fleet_usable_samples{${POOL}}`) },
  // A worker that restarts is none that came.
  {
    alert: 'PoolAtMaximum',
    ...inPool('8x40 4x5 8x45', '4x40 8x50', 61, { [`fleet_usable_samples{${POOL}}`]: '17x90' })(`fleet_slots{${POOL}}`),
  },
  {
    alert: 'BudgetNearlyUsed',
    ...everywhere('fleet_budget_used_ratio{team="1",team_name="t",budget="tokens_per_day"}', '0.91x10', '0.9x10', 6),
    labels: { team_name: 't', budget: 'tokens_per_day' },
  },
  {
    alert: 'ApiErrors',
    trouble: {
      'fleet_http_request_seconds_count{status="503"}': '0+3x30',
      'fleet_http_request_seconds_count{status="200"}': '0+97x30',
    },
    well: {
      'fleet_http_request_seconds_count{status="503"}': '0+2x30',
      'fleet_http_request_seconds_count{status="200"}': '0+98x30',
    },
    by: 20,
    labels: {},
  },
  {
    alert: 'EventLoopBlocked',
    ...everywhere('nodejs_eventloop_lag_p99_seconds{pod="api-1"}', '0.51x20', '0.5x20', 12),
    labels: { pod: 'api-1' },
  },
]
