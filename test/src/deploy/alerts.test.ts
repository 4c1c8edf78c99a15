import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ALERT_CASES, type AlertCase } from './alert-cases.js'
import { type AlertRule, alertGroups, panelQueries } from './monitoring.js'

const promtool = spawnSync('promtool', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'cges-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What hangs on no one pool, and why. Whatever else watches a fleet names the pool. */
const OF_NO_POOL: Readonly<Record<string, string>> = {
  SweepNotRunning: 'a coordinator sweeps for all pools',
  CoordinatorDown: 'a coordinator serves all pools',
  DatabaseDown: 'all pools have one database',
  QueueDown: 'all pools have one Redis',
  QueueUnsafe: 'all pools have one Redis',
  EvaluationStuck: 'the evaluation’s page names its pool',
  BudgetNearlyUsed: 'a team has one limit over all pools',
  ApiErrors: 'most requests are of no pool',
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
