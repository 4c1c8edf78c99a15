import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MethodSpec } from '../method-spec.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { METHOD_NAMES, ruleOf, RULES } from './all-rules.js'
import { FAMILY_TITLES } from './look.js'
import { parametersOf } from './shared-parameters.js'

describe('the table of rules', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))('%s reads its example', (name, rule) => {
    const parsed = parseMethodSpec(rule.example, 16)
    const spec = parsed.ok ? parsed.spec : null
    expect(spec?.method, parsed.ok ? '' : parsed.problem).toBe(name)
    expect(MethodSpec.parse(spec)).toEqual(spec)
    expect(spec === null ? null : ruleOf(spec)).toBe(rule)
  })

  it('names every rule once, each in a family, with parameters in order', () => {
    expect(new Set(METHOD_NAMES).size).toBe(RULES.length)
    for (const { family, parameters } of RULES) {
      expect(Object.keys(FAMILY_TITLES)).toContain(family)
      expect(Object.keys(parameters)).toEqual(Object.keys(parameters).toSorted())
    }
  })

  it('gives every rule an outline of its own', () => {
    const looks = RULES.map(({ look }) => (look === 'signal' ? look : look.shape))
    expect(new Set(looks).size).toBe(RULES.length)
  })
})

const TABLE = fileURLToPath(new URL('../../../python/src/cges/methods/rules.json', import.meta.url))

it('is the table that the Python package reads (written again with `vitest --update`)', async () => {
  const table = Object.fromEntries(
    RULES.map((rule) => [
      rule.name,
      { ...rule, documented: undefined, parameters: parametersOf(rule), swept: rule.swept ?? null },
    ]),
  )
  await expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(TABLE)
})

/** A table of a document, by its head, and what each rule says in it. */
const TABLES = [
  [
    '../../../../docs/methods.md',
    '| method | may stop after | test | answer |',
    ({ example, documented: { stopsAfter, test, answer } }: (typeof RULES)[number]) =>
      `| \`${example.replace(/@\d+$/u, '')}\` | ${stopsAfter} | ${test} | ${answer} |`,
  ],
  [
    '../../README.md',
    '| rule | what it does | source |',
    ({ name, about, documented: { source } }: (typeof RULES)[number]) => `| \`${name}\` | ${about} | ${source} |`,
  ],
] as const

it.each(TABLES)('is the table of %s (written again with `vitest --update`)', async (path, head, row) => {
  const file = fileURLToPath(new URL(path, import.meta.url))
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(`${head}\n`)
  expect(from).toBeGreaterThan(0)
  const rule = `|${' --- |'.repeat(head.split(' | ').length)}`
  const table = [head, rule, ...RULES.map(row)].join('\n')
  await expect(text.slice(0, from) + table + text.slice(text.indexOf('\n\n', from))).toMatchFileSnapshot(file)
})
