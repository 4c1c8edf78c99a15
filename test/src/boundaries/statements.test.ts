import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Kind {
  readonly name: string
  readonly optional: boolean
  readonly kinds: readonly string[]
  readonly nullable: boolean
  readonly text: string
}

type Compare = (
  statement: { text: string; row: readonly Kind[] | null; values: readonly Omit<Kind, 'name' | 'optional'>[] | null },
  described: { columns: readonly object[]; parameters: readonly number[] },
  schema: { types: ReadonlyMap<number, object>; nullable: (column: { tableID?: number }) => string | null },
) => string[]

const COMPARE = fileURLToPath(new URL('../../../.config/statements/compare.mjs', import.meta.url))
const { compare } = (await import(COMPARE)) as { compare: Compare }

const INT = 23
const BIG = 20
const TEXT = 25
const INTS = 1007
const SCHEMA: Parameters<Compare>[2] = {
  types: new Map([
    [INT, { name: 'int4', element: null }],
    [BIG, { name: 'int8', element: null }],
    [TEXT, { name: 'text', element: null }],
    [INTS, { name: '_int4', element: INT }],
  ]),
  nullable: ({ tableID }) => (tableID === 7 ? 'reason' : null),
}
const number = { kinds: ['number'], nullable: false, text: 'number' }
const string = { kinds: ['string'], nullable: false, text: 'string' }
const column = (name: string, dataTypeID: number, tableID = 0) => ({ name, dataTypeID, tableID })
const property = (name: string, kind: typeof number, optional = false) => ({ name, optional, ...kind })

const faultsOf = (row: readonly Kind[] | null, columns: readonly object[], text = 'SELECT 1') =>
  compare({ text, row, values: null }, { columns, parameters: [] }, SCHEMA)

it('finds nothing where both agree', () => {
  const row = [property('calls', number), property('name', string), property('more', number, true)]
  expect(faultsOf(row, [column('calls', INT), column('name', TEXT)])).toEqual([])
  expect(faultsOf(null, [column('anything', INT)])).toEqual([])
})

it.each<[string, readonly Kind[], readonly object[], RegExp]>([
  ['a column that is not there', [property('calls', number)], [], /^has no column "calls"$/],
  ['a column without its alias', [property('poolCalls', number)], [column('pool_calls', INT)], /gives "pool_calls"/],
  [
    'a number that comes as text',
    [property('tokens', number)],
    [column('tokens', BIG)],
    /"tokens" as int8, not as number/,
  ],
  ['a list of numbers', [property('depths', number)], [column('depths', INTS)], /as int4\[\], not as number/],
  [
    'what no value can be',
    [property('seed', { ...number, kinds: ['never'] })],
    [column('seed', BIG)],
    /"seed" as int8/,
  ],
  ['null', [property('reason', string)], [column('reason', TEXT, 7)], /may give null as "reason"/],
])('finds %s', (_, row, columns, fault) => {
  expect(faultsOf(row, columns).join('\n')).toMatch(fault)
})

it('lets null be kept out by the statement, or be in the type', () => {
  const columns = [column('reason', TEXT, 7)]
  expect(faultsOf([property('reason', string)], columns, 'SELECT e.reason … WHERE e.reason IS NOT NULL')).toEqual([])
  expect(faultsOf([property('reason', { ...string, nullable: true })], columns)).toEqual([])
})

it('finds values too few, and of another kind', () => {
  const given = (values: readonly (typeof number)[], parameters: readonly number[]) =>
    compare({ text: '', row: null, values }, { columns: [], parameters }, SCHEMA)
  expect(given([number, string], [INT, TEXT])).toEqual([])
  expect(given([number], [BIG])).toEqual([])
  expect(given([number], [INT, TEXT]).join()).toBe('takes 2 values and is given 1')
  expect(given([string, number], [INT, TEXT])).toEqual([
    'takes int4 as $1 and is given string',
    'takes text as $2 and is given number',
  ])
})
