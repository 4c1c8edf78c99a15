import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOfField, readYamlFile } from './yaml-file.js'

let file: string

beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'cges-yaml-')), 'mine.yaml')
})

afterAll(() => rmSync(join(file, '..'), { recursive: true }))

function read(text: string): unknown {
  writeFileSync(file, text)
  return readYamlFile(file)
}

it('reads YAML and JSON', () => {
  expect(read('pool: tiny\nmethods: [sc]\n')).toEqual({ pool: 'tiny', methods: ['sc'] })
  expect(read('{"pool": "tiny"}')).toEqual({ pool: 'tiny' })
})

it.each([
  [
    'a field indented below another',
    'pool: tiny\n budget: 16\n',
    /line 2: This line is indented too far.*\n {2}found: budget: 16$/u,
  ],
  ['a tab', 'pool: tiny\ncaps:\n\tcalls: 3\n', /line 3: This line is indented with a tab\. Indent with spaces\./u],
  ['a field out of line', 'caps:\n  calls: 3\n tokens: 4\n', /line 3: This line is indented/u],
  ['a bracket left open', 'methods: [sc, asc-beta\npool: tiny\n', /line 1: "\[" is never closed\. Add "\]"\./u],
  ['a bracket left open at the end', 'pool: tiny\nmethods: [sc\n', /line 2: "\[" is never closed/u],
  ['a quotation mark left open', 'pool: tiny\nname: "mine\n', /line 2: A quotation mark is never closed/u],
  ['a field that is there twice', 'pool: a\npool: b\n', /line 2: This field is in the file twice/u],
  ['a value with a colon', 'name: before: after\n', /line 1: .*in "quotes"/u],
  ['a value that begins with a reserved mark', 'pool: @tiny\n', /line 1: .*in "quotes"/u],
  ['a line without a colon', 'pool tiny\nbudget: 4\n', /line 1: A line needs a field and a value/u],
  ['a second document', 'pool: a\n---\npool: b\n', /line 2: .*second document/u],
])('says of %s on which line it is and what to write instead', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})

it.each(['a: *b\n', 'a: %\n', '%YAML\n---\na: 1', 'a: "\\q"\n', '- a\nb: c\n', 'a: [b: c: d]\n'])(
  'never repeats the parser’s own words: %j',
  (text) => {
    expect(() => read(text)).toThrow(
      /mine\.yaml, line [1-9]: (?!.*(?:implicit|compact|mapping|scalar|flow|alias)).*\./u,
    )
  },
)

it.each([
  [['pool'], 2],
  [['caps', 'calls'], 5],
  [['caps', 'tokens'], 3],
  [['methods', 1, 'gamma'], 8],
  [['methods', 1], 7],
  [['budget'], null],
])('finds the line of %j, else of what is around it', (path, line) => {
  writeFileSync(
    file,
    '# mine\npool: a\ncaps:\n  # most\n  calls: 3\nmethods: [sc,\n  { method: cges,\n    gamma: 1 }]\n',
  )
  expect(lineOfField(file, path)).toBe(line)
})
