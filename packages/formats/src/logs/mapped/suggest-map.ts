import { valueText } from '@cges-fleet/core'
import { type FieldNames, likelyField, QUESTION_NAMES } from '../../benchmarks/resolve-fields.js'
import { isObjects, namesText, objectsOf, plainTextOf, stepTo } from './field-names.js'
import { type LogFields, type MapField, UNMAPPED, unmappedPath } from './log-map.js'

type SampleField = 'text' | 'extracted' | 'grade' | 'tokens' | 'confidence' | 'reward'

const SAMPLE_NAMES: FieldNames<SampleField> = {
  text: [
    'text',
    'response',
    'responses',
    'model_response',
    'model_output',
    'output',
    'outputs',
    'completion',
    'completions',
    'generation',
    'generations',
    'generated_answer',
    'generated_text',
    'prediction',
    'predictions',
    'samples',
    'candidates',
    'results',
    'raw_output',
  ],
  extracted: ['extracted', 'extracted_answer', 'predicted_answer', 'parsed_answer', 'pred', 'final_answer'],
  grade: ['grade', 'correct', 'is_correct', 'score', 'acc', 'accuracy', 'exact_match', 'passed', 'reward'],
  tokens: ['tokens', 'completion_tokens', 'output_tokens', 'num_tokens', 'num_generated_tokens', 'n_tokens'],
  confidence: ['confidence', 'confidences'],
  reward: ['rewards', 'reward_score', 'rm_score'],
}
const SAMPLE_FIELDS = Object.keys(SAMPLE_NAMES) as SampleField[]

type Pair = readonly [field: MapField, path: string]

/**
 * Words what a row of no known log holds, and the --map that would most likely read it, with … where a person has to
 * say. What `given` already names is kept.
 */
export function suggestMap(row: unknown, given: LogFields = {}): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return `the row is ${valueText(row)}, expected an object`
  const entries = Object.entries(row)
  const found = entries.slice(0, SHOWN_FIELDS).map(([name, value]) => `${namesText([name], '"')} (${briefly(value)})`)
  return `this row matches no known log format; found the fields ${found.join(', ')}. Name what they hold: ${mapText(row, withLastText(row, suggestedPairs(row, given)))}`
}

/** Words which columns a table has, by its first rows, and the --map that would most likely read it. */
export function suggestTableMap(rows: readonly object[], given: LogFields = {}): string {
  const [row = {}] = rows
  const pairs = suggestedPairs(row, given)
  const question = pairs.find(([field]) => field === 'question')?.[1]
  const id = pairs.some(([field]) => field === 'id') ? undefined : idColumn(rows, question)
  const all: Pair[] = id === undefined ? pairs : [['id', id], ...pairs]
  return `a table with the columns ${namesText(Object.keys(row))}. Name what they hold: ${mapText(row, withLastText(row, all))}`
}

/** Names the only column left that holds texts, where the question and the answer are known and the samples are not. */
function withLastText(row: object, pairs: readonly Pair[]): readonly Pair[] {
  const open = pairs.filter(([, path]) => path === '…').map(([field]) => field)
  if (open.length !== 1 || open[0] !== 'text') return pairs
  const unused = new Set(unusedNames(Object.keys(row), pairs))
  const texts = Object.entries(row).filter(([name, value]) => unused.has(name) && isProse(value))
  const [only, another] = texts
  if (only === undefined || another !== undefined || stepTo(only[0], true) !== only[0]) return pairs
  return pairs.map(([field, path]) => [field, field === 'text' ? only[0] : path])
}

/** Whether a value, or each of a list, is a text of several words: one word may be a label. */
function isProse(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => !Array.isArray(each) && isProse(each))
  return typeof value === 'string' && /\S\s+\S/u.test(value)
}

/** Finds the names that a map leaves out. */
function unusedNames(names: readonly string[], map: readonly Pair[]): string[] {
  const used = new Set(map.flatMap(([, path]) => [path, /^[^.[]+/u.exec(path)?.[0] ?? path]))
  return names.filter((name) => !used.has(name))
}

/** The likeliest path of each field. */
function suggestedPairs(row: object, given: LogFields): Pair[] {
  const names = Object.keys(row)
  const taken = new Set(Object.values(given))
  const pairs = (['id', 'question', 'answer'] as const).flatMap((field): Pair[] => {
    const likely = [...QUESTION_NAMES[field], ...(field === 'id' ? ['idx', 'index'] : [])]
    const name =
      given[field] ??
      likelyField(
        likely,
        names.filter((each) => !taken.has(each)),
      )
    return name === null ? (field === 'id' ? [] : [[field, '…']]) : [[field, name]]
  })
  for (const [, name] of pairs) taken.add(name)
  const samples = samplePairs(
    row,
    names.filter((name) => !taken.has(name)),
  )
  const hasSamples = samples.some(([field]) => field === 'text' || field === 'extracted')
  const beside = UNMAPPED.flatMap((field): Pair[] => {
    const path = unmappedPath(row, field)
    return path === null ? [] : [[field, path]]
  })
  const found: Pair[] = [...(hasSamples ? [] : [['text', '…'] as const]), ...samples, ...beside]
  const own = (Object.entries(given) as Pair[]).filter(([field]) => !pairs.some(([name]) => name === field))
  return [...pairs, ...own, ...found.filter(([field]) => given[field] === undefined)]
}

/** Where the fields of samples are: in columns of the row, or in each object of one of its lists. */
function samplePairs(row: object, names: readonly string[]): Pair[] {
  const valueOf = (name: string): unknown => Object.entries(row).find(([key]) => key === name)?.[1]
  const named = SAMPLE_FIELDS.flatMap((field): [SampleField, string][] => {
    const name = likelyField(SAMPLE_NAMES[field], names)
    return name === null ? [] : [[field, name]]
  })
  const text = named.find(([field]) => field === 'text')?.[1]
  const isAnswered = text !== undefined || named.some(([field]) => field === 'extracted')
  const list = text ?? (isAnswered ? undefined : names.find((name) => innerText(valueOf(name)) !== null))
  const texts = list === undefined ? null : valueOf(list)
  if (list === undefined || !Array.isArray(texts)) return named
  // One value for each sample, or the map is refused.
  const beside = named.filter(([field, name]) => field !== 'text' && isAsLong(valueOf(name), texts))
  if (!isObjects(texts)) return [['text', list], ...beside]
  const inner = innerPairs(list, texts).filter(([field]) => !beside.some(([other]) => other === field))
  return [['text', `${stepTo(list, true)}[*]${stepTo(innerText(texts) ?? '…')}`], ...inner, ...beside]
}

function isAsLong(value: unknown, texts: readonly unknown[]): boolean {
  return Array.isArray(value) && value.length === texts.length
}

/** The fields beside the text that all objects of a list have. */
function innerPairs(list: string, objects: readonly object[]): Pair[] {
  const [first = {}, ...others] = objects
  const text = innerText(objects)
  const names = Object.keys(first).filter((name) => name !== text && others.every((each) => Object.hasOwn(each, name)))
  return SAMPLE_FIELDS.flatMap((field): Pair[] => {
    const name = field === 'text' ? null : likelyField(SAMPLE_NAMES[field], names)
    return name === null ? [] : [[field, `${stepTo(list, true)}[*]${stepTo(name)}`]]
  })
}

/** The field that holds the text in each object of a list; null if this is none, or none plainly does. */
export function innerText(value: unknown): string | null {
  const objects = objectsOf(value)
  const [first] = objects
  if (first === undefined) return null
  const names = Object.keys(first)
  return likelyField([...SAMPLE_NAMES.text, 'content'], names) ?? plainTextOf(objects) ?? likelyField(['answer'], names)
}

/** Names that tables give to what tells questions apart, and others give to the whole benchmark. */
const ID_NAMES = ['task', 'item', 'example', 'name']

/** A column that has one question for each of its values; undefined if none is known to. */
function idColumn(rows: readonly object[], question: string | undefined): string | undefined {
  const cells = rows.map((row) => new Map<string, unknown>(Object.entries(row)))
  if (question === undefined || cells[0]?.has(question) !== true) return undefined
  return ID_NAMES.find((name) => {
    const known = new Map(cells.map((row) => [row.get(name), row.get(question)]))
    return cells.every((row) => (row.get(name) ?? '') !== '' && known.get(row.get(name)) === row.get(question))
  })
}

const SHOWN_FIELDS = 20
const SHOWN_UNUSED = 5

function mapText(row: object, pairs: readonly Pair[]): string {
  const map = pairs.map(([field, path]) => `${field}=${path}`).join(',')
  return `--map '${map}'${unusedText(Object.keys(row), pairs)}`
}

/** The fields that a suggested map leaves out, in a line; nothing if it found none or left none out. */
function unusedText(names: readonly string[], map: readonly Pair[]): string {
  const unused = unusedNames(names, map)
  if (unused.length === 0 || unused.length === names.length) return ''
  const shown = unused
    .slice(0, SHOWN_UNUSED)
    .map((name) => (/^[\w-]{1,40}$/u.test(name) ? name : JSON.stringify(name.slice(0, 40))))
  return `\nnot used: ${shown.join(', ')}${unused.length > SHOWN_UNUSED ? ', …' : ''}`
}

function briefly(value: unknown): string {
  const [first] = objectsOf(value)
  const inside = first === undefined ? '' : ` with ${namesText(Object.keys(first), '"')}`
  if (Array.isArray(value)) return `a list of ${value.length}${inside}`
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : typeof value
}
