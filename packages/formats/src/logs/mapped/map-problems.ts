import { valueText } from '@cges-fleet/core'
import { didYouMean } from '@cges-fleet/methods'
import { namesText, objectsOf, stepTo } from './field-names.js'
import { type LogFields, SAMPLE_FIELDS } from './log-map.js'
import { innerText } from './suggest-map.js'

/** Says that a row has no column for its question's id, and which columns it has. */
export function noColumn(row: object, path = 'id'): string {
  const meant = didYouMean(path, Object.keys(row))
  return `id: no column ${path}${meant === '' ? ';' : meant} ${meant === '' ? 'the' : 'The'} columns are ${namesText(Object.keys(row))}`
}

/** Says which parts of a map lead to no sample, as they were written, and what lists of the row they lead into. */
export function noSamples(row: object, written: LogFields = {}): string {
  const named = (['samples', ...SAMPLE_FIELDS] as const).flatMap((field) =>
    written[field] === undefined ? [] : [`${field}=${written[field]}`],
  )
  const remedy = named.length === 0 ? 'Name the responses: --map text=…' : `Correct ${named.join(' or ')}`
  const inside = insideText(row, written)
  return `--map finds no samples in this row, whose columns are ${namesText(Object.keys(row))}. ${remedy}${inside}`
}

/** Says that a map names objects where responses should be, with their fields; null if it names any text, or nothing. */
export function noText(row: object, texts: readonly unknown[], written: LogFields = {}): string | null {
  const given = texts.filter((each) => each !== null && each !== undefined)
  if (written.text === undefined || given.length === 0 || !given.every(isTextless)) return null
  const inside = insideText(row, written)
  const found = inside === '' ? valueText(given[0]) : 'objects'
  return `text: --map text=${written.text} names ${found}, expected text${inside}`
}

/** The fields of a message, or of one of its parts, that hold its text. */
export const TEXT_HOLDERS = ['content', 'text', 'prompt'] as const

function isTextless(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !TEXT_HOLDERS.some((name) => Object.hasOwn(value, name))
}

/** What the list holds that a map leads into, with the path of the text in it; empty if it is no list of objects. */
function insideText(row: object, { samples, text, extracted }: LogFields): string {
  const path = samples ?? text ?? extracted ?? ''
  const [head = ''] = path.replace(/^\$\.?/u, '').split(/[.[]/u, 1)
  const value: unknown = Object.entries(row).find(([name]) => name === head)?.[1]
  const [first] = objectsOf(value)
  if (first === undefined || !Array.isArray(value)) return ''
  const inner = innerText(value)
  const where = samples === undefined ? `${stepTo(head, true)}[*]` : ''
  const remedy = inner === null ? '' : `. Try text=${where}${stepTo(inner, where === '')}`
  return `: ${namesText([head])} is a list of ${value.length} with ${namesText(Object.keys(first), '"')}${remedy}`
}
