import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkDefinition, EvaluationSpec, PRESETS, SuiteSpec } from '@cges-fleet/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'reference-'))
const page = readFileSync(join(ROOT, 'docs/evaluation-file.md'), 'utf8')
const [evaluation, suite, benchmark] = [...page.matchAll(/^```yaml\n([^]*?)^```/gmu)].map(
  ([, text]) => parse(text ?? '') as unknown,
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function check(root: string) {
  return spawnSync(process.execPath, [join(root, '.config/reference.mjs'), '--check'], { encoding: 'utf8' })
}

function validatorOf(name: string) {
  const schema = JSON.parse(readFileSync(join(ROOT, `docs/data/${name}.schema.json`), 'utf8')) as object
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
}

describe('the reference in docs/', () => {
  it('is what the schemas say', () => {
    const { status, stderr } = check(ROOT)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('is checked: a default that is another, and a field that is missing, are found', () => {
    for (const name of ['.config', 'docs', 'packages', 'apps']) {
      if (name === 'packages' || name === 'apps') symlinkSync(join(ROOT, name), join(folder, name))
      else cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    }
    const settings = join(folder, 'docs/settings.md')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('| `365` |', '| `366` |'))
    const schema = join(folder, 'docs/data/evaluation.schema.json')
    writeFileSync(schema, readFileSync(schema, 'utf8').replace('"suite"', '"suit"'))
    const { status, stderr } = check(folder)
    expect(stderr).toContain('docs/settings.md is not what the code says')
    expect(stderr).toContain('docs/data/evaluation.schema.json is not what the code says')
    expect(stderr).not.toContain('evaluation-file.md')
    expect(status).toBe(1)
  })
})

interface FieldSchema {
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
}

describe.each([
  ['An evaluation', 'evaluation', 30],
  ['A suite', 'suite', 2],
  ['A benchmark', 'benchmark', 18],
])('the table of fields below “%s”', (title, name, least) => {
  it('shows for each the examples that an editor offers, as YAML', () => {
    const section = page.split(/^## /mu).find((part) => part.startsWith(`${title}\n`)) ?? ''
    const schema = JSON.parse(readFileSync(join(ROOT, `docs/data/${name}.schema.json`), 'utf8')) as FieldSchema
    const [table = ''] = /^\| field [^]*?\n\n/mu.exec(section) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(least)
    for (const row of rows) {
      const [field = '', , , example = ''] = row.slice(2, -2).split(' | ')
      const path = field.replaceAll('`', '').split('.')
      const described = path.reduce<FieldSchema | undefined>((outer, each) => outer?.properties?.[each], schema)
      const shown = [...example.matchAll(/`([^`]+)`/gu)].map(([, value = '']) => parse(value) as unknown)
      expect(shown, field).toEqual(described?.examples)
      expect(shown, field).not.toHaveLength(0)
    }
  })
})

describe('the schema of an evaluation for editors', () => {
  const accepts = validatorOf('evaluation')

  it('accepts every value that the page lists for a field', () => {
    const [, rows = ''] = /^## An evaluation$([^]*?)^## /mu.exec(page) ?? []
    const listed = [...rows.matchAll(/^\| `([\w.]+)` \| (`[^|]*?) \|/gmu)].flatMap(([, field = '', values = '']) =>
      [...values.matchAll(/`([^`]+)`/gu)].map(([, value = '']) => [field, value] as const),
    )
    expect(listed.length).toBeGreaterThan(12)
    for (const [field, value] of listed) {
      const read = parse(value) as unknown
      const fields = field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), read)
      expect(accepts({ benchmark: 'b', pool: 'p', methods: ['sc'], ...(fields as object) }), `${field}: ${value}`).toBe(
        true,
      )
    }
  })

  it('accepts the example of the page, which the API accepts', () => {
    expect(accepts(evaluation)).toBe(true)
    expect(EvaluationSpec.safeParse(evaluation).success).toBe(true)
  })

  it('accepts every preset with a pool alone', () => {
    for (const { name } of PRESETS) expect(accepts({ preset: name, pool: 'gpu' }), name).toBe(true)
    expect(accepts({ preset: 'paper-gsm8k' })).toBe(false)
  })

  it.each([
    ['a field that is not there', { bugdet: 16 }],
    ['a budget that is none', { budget: 0 }],
    ['a cap that is not there', { caps: { call: 10 } }],
    ['methods that are no list', { methods: 'sc' }],
    ['a preset that is not there', { preset: 'paper-gms8k' }],
  ])('refuses %s', (_what, wrong) => {
    expect(accepts({ ...(evaluation as object), ...wrong })).toBe(false)
  })
})

it('accepts the suite of the page, in the schema for editors and as the API does', () => {
  expect(validatorOf('suite')(suite)).toBe(true)
  expect(SuiteSpec.safeParse(suite).success).toBe(true)
})

it('accepts the benchmark of the page, in the schema for editors and on import', () => {
  expect(validatorOf('benchmark')(benchmark)).toBe(true)
  expect(BenchmarkDefinition.safeParse(benchmark).success).toBe(true)
})
