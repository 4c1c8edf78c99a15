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

/** Two fleets in one Prometheus: the alert must fire for the one in trouble, once, and say so. */
function testOf({ alert, trouble, well, by, labels }: AlertCase, { labels: { severity } }: AlertRule) {
  return {
    interval: '1m',
    input_series: [...seriesOf('ill', trouble), ...seriesOf('well', well)],
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
  expect(ALERT_CASES.map(({ alert }) => alert).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
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

it('keeps fleets and pools apart in every alert and panel', () => {
  const text = [...rules.map(({ alert, expr }) => ({ of: alert, expr })), ...panelQueries()]
  const without = text.filter(({ expr }) => /\b(?:sum|max|min|avg|group)\b(?! by \(namespace\b)/.test(expr))
  expect(without).toEqual([])
  const ofPools =
    /fleet_(?:worker|usable|outstanding|slots|stalled|samples|tokens|gpu|fenced|redelivered|attempts|pool|time)|vllm:/
  const mixing = text.filter(({ expr }) => ofPools.test(expr) && /\bby \(namespace(?!, pool)/.test(expr))
  expect(mixing).toEqual([])
})
