import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PresetName } from '../presets.js'
import { BenchmarkDefinition } from './benchmark.js'
import { EvaluationDraft, EvaluationSpec } from './evaluation-spec.js'
import { SuiteDraft, SuiteSpec } from './suites.js'

interface Field {
  readonly path: string
  readonly description?: string
  readonly examples: readonly unknown[]
  readonly usual: unknown
}

/** Fields that a field’s example needs beside it. */
const BESIDE: Readonly<Record<string, object>> = {
  'until.margin': { until: { best: true } },
  'until.atLeast': { until: { accuracy: 4 } },
  'fields.choices': { answerKind: 'choice' },
  'fields.distractors': { answerKind: 'choice' },
}

const METHODS = ['sc', 'asc-beta']

const FILES = [
  ['evaluation', EvaluationDraft, EvaluationSpec, { benchmark: 'b', pool: 'p', methods: METHODS }],
  ['suite', SuiteDraft, SuiteSpec, { suite: 's', benchmarks: ['b'], pools: ['p', 'q'], methods: METHODS }],
  ['benchmark', BenchmarkDefinition, BenchmarkDefinition, { name: 'n', answerKind: 'text' }],
] as const

function fieldsOf(schema: z.core.JSONSchema._JSONSchema, prefix = ''): Field[] {
  if (typeof schema === 'boolean') return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const path = `${prefix}${name}`
    const { description, examples = [], default: usual } = property
    const field = { path, examples, usual, ...(description === undefined ? {} : { description }) }
    return [field, ...fieldsOf(property, `${path}.`)]
  })
}

/** The smallest file that has this value at this place; an object inside it has what its own example has, if it must. */
function fileWith(smallest: object, { path }: Field, value: unknown, fields: readonly Field[]): unknown {
  const [outer = '', inner] = path.split('.')
  const file = { ...smallest, ...BESIDE[path] }
  if (inner === undefined) return { ...file, [outer]: value }
  const around = Reflect.get(file, outer) ?? (outer === 'dataset' ? wholeOf(outer, fields) : {})
  return { ...file, [outer]: { ...around, [inner]: value } }
}

function wholeOf(outer: string, fields: readonly Field[]): object {
  const [whole] = fields.find(({ path }) => path === outer)?.examples ?? []
  return whole as object
}

describe.each(FILES)('a field of the file of %s', (_name, draft, parser, smallest) => {
  const fields = fieldsOf(z.toJSONSchema(draft, { io: 'input', unrepresentable: 'any' }))

  it('has a description and an example that is not its default', () => {
    expect(fields.length).toBeGreaterThan(15)
    for (const { path, description, examples, usual } of fields) {
      expect(description, path).toMatch(/\S/u)
      expect(examples, path).not.toHaveLength(0)
      expect(examples, path).not.toContainEqual(usual)
    }
  })

  it('has examples that a smallest file with them is accepted with', () => {
    expect(parser.safeParse(smallest).success).toBe(true)
    for (const field of fields) {
      for (const example of field.examples) {
        const read = parser.safeParse(fileWith(smallest, field, example, fields))
        expect(read.error?.issues ?? [], `${field.path}: ${JSON.stringify(example)}`).toEqual([])
      }
    }
  })
})

it('names a preset that exists in the example of the field', () => {
  const { examples = [] } = z.toJSONSchema(PresetName)
  expect(examples).not.toHaveLength(0)
  for (const example of examples) expect(PresetName.safeParse(example).success).toBe(true)
})
