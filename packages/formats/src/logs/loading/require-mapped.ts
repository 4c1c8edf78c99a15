import { counted, type LogFormat } from '@cges-fleet/core'
import { didYouMean } from '@cges-fleet/methods'
import { type DataFile, InputError } from '../../files/data-file.js'
import { readRows } from '../../files/file-rows.js'
import type { LogEntry } from '../log-entry.js'
import { namesText, objectsOf } from '../mapped/field-names.js'
import { SAMPLE_FIELDS } from '../mapped/log-map.js'
import { NO_RESPONSE } from '../mapped/parse-mapped-row.js'
import type { LogReading } from './log-format.js'

/** Refuses a map of which a path finds nothing: a name that is misspelt would count as a log without such values. */
export async function requireMapped(
  rows: readonly LogEntry[],
  files: readonly DataFile[],
  { fields, format }: LogReading,
): Promise<void> {
  const samples = rows.flatMap((row) => row.samples)
  const isThere = (field: string) => rows.some(({ unfound }) => unfound?.includes(field) !== true)
  const found: Readonly<Record<string, boolean>> = {
    id: isThere('id'),
    question: isThere('question') && rows.some(({ question }) => question.question !== null),
    answer: isThere('answer') && rows.some(({ question }) => question.answer !== null),
    text: samples.some(({ text, error }) => text !== null || error !== NO_RESPONSE),
    extracted: samples.some(({ answer }) => answer !== undefined),
    grade: samples.some(({ grade, unreadGrade }) => grade !== null || unreadGrade !== undefined),
    tokens: samples.some(({ completionTokens }) => completionTokens !== null),
    confidence: samples.some(({ confidence }) => confidence !== null),
    reward: samples.some(({ reward }) => reward !== null),
  }
  const [name, path] = Object.entries(fields).find(([field]) => found[field] === false) ?? []
  if (name === undefined || path === undefined) return
  throw new InputError(
    `--map ${name}=${path} finds nothing in the first ${counted(rows.length, 'row')}${await fieldsThere(sampled(name, path, fields), files, format)}`,
  )
}

/** The path of a field from its row, also of one that `samples` has in each of its list. */
function sampled(name: string, path: string, { samples }: LogReading['fields']): string {
  const isInside = samples !== undefined && !path.startsWith('$') && SAMPLE_FIELDS.some((field) => field === name)
  return isInside ? `${samples}[*].${path}` : path
}

/** The fields of the first row, or of the object in it that a path leads to, with the one that is probably meant. */
async function fieldsThere(path: string, files: readonly DataFile[], format: LogFormat | null): Promise<string> {
  const row = await firstRow(files, format)
  if (row === null) return ''
  const [name = '', ...rest] = path
    .replace(/^\$\.?/u, '')
    .split(/[.[]/u)
    .filter((step) => !/^(?:\*|\d+)\]$/u.test(step))
  const held: unknown = Object.entries(row).find(([key]) => key === name)?.[1]
  const inner = rest.length === 0 ? null : (objectsOf(held)[0] ?? objectOf(held))
  const names = Object.keys(inner ?? row)
  const where = inner === null ? 'The row has' : `${name} has`
  const meant = didYouMean(inner === null ? name : rest[0], names)
  return `${meant}${meant === '' ? '.' : ''} ${where} the fields ${namesText(names)}`
}

/** The first row of a log, if it is one JSON object in a file of rows. */
async function firstRow([file]: readonly DataFile[], format: LogFormat | null): Promise<object | null> {
  if (file === undefined || (format === 'inspect' && !/\.jsonl(?:\.gz)?$/u.test(file.name))) return null
  for await (const row of readRows(file)) return row.ok ? objectOf(row.value) : null
  return null
}

function objectOf(value: unknown): object | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}
