import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MethodSpec } from '../method-spec.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { METHOD_NAMES, ruleOf, RULES } from './all-rules.js'
import { FAMILY_TITLES } from './look.js'
import { parametersOf } from './shared-parameters.js'

const docs = readFileSync(new URL('../../../../docs/methods.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describe('the table of rules', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    '%s reads its example, and has its rows in the docs',
    (name, rule) => {
      const parsed = parseMethodSpec(rule.example, 16)
      const spec = parsed.ok ? parsed.spec : null
      expect(spec?.method, parsed.ok ? '' : parsed.problem).toBe(name)
      expect(MethodSpec.parse(spec)).toEqual(spec)
      expect(spec === null ? null : ruleOf(spec)).toBe(rule)
      expect(new RegExp(`^\\| \`${name}[\`:]`, 'mu').test(docs), 'a row in docs/methods.md').toBe(true)
      expect(new RegExp(`^\\|[^|]* \`${name}\`[, ]`, 'mu').test(readme), 'a row in README.md').toBe(true)
    },
  )

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
    RULES.map((rule) => [rule.name, { ...rule, parameters: parametersOf(rule), swept: rule.swept ?? null }]),
  )
  await expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(TABLE)
})
