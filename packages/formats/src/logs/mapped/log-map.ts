import { didYouMean } from '@cges-fleet/methods'
import { compilePath, type JsonPath } from '../row-fields.js'

/** What --map can name: of a question, then of its samples. */
const QUESTION_FIELDS = ['id', 'question', 'answer'] as const
export const SAMPLE_FIELDS = [
  'text',
  'extracted',
  'finish',
  'grade',
  'tokens',
  'confidence',
  'reward',
  'logprobs',
] as const
export const MAP_FIELDS = [...QUESTION_FIELDS, 'samples', ...SAMPLE_FIELDS] as const
export type MapField = (typeof MAP_FIELDS)[number]

/** Where a row holds what: JSON paths. */
export type LogFields = Partial<Record<MapField, string>>

/** A source of each field's values: compiled from a path, or a preset's own. */
export type LogMap = Partial<Record<MapField, JsonPath>> & {
  /** Fields whose paths begin with `$`: within the row, even where `samples` names a list. */
  readonly rooted?: ReadonlySet<MapField>
  /** The paths as they were written. */
  readonly written?: LogFields
}

/** The fields with which a map says all there is to know of a log that is of no known format. */
const ANSWERED_BY: readonly MapField[] = ['samples', 'text', 'extracted']

/** Whether a map names where answers are, so that rows of any form can be read by it. */
export function mapsSamples(fields: LogFields): boolean {
  return ANSWERED_BY.some((field) => fields[field] !== undefined)
}

/**
 * Parses `question=doc.problem,answer=doc.gold,text=responses[*].text`; commas in brackets and quotes belong to their
 * path. Returns what is wrong with any other text.
 */
export function parseLogMap(
  text: string,
): { readonly ok: true; readonly fields: LogFields } | { readonly ok: false; readonly problem: string } {
  const fields: LogFields = {}
  for (const pair of pairsOf(text)) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    const path = pair.slice(at + 1).trim()
    const field = MAP_FIELDS.find((each) => each === name)
    if (field === undefined || path === '') {
      const word = name === '' ? pair : name
      const found =
        field === undefined
          ? `${JSON.stringify(word)} is no field${didYouMean(word, MAP_FIELDS)}`
          : `${name} has no path`
      return {
        ok: false,
        problem: `${found}${found.endsWith('?') ? ' Write' : ': write'} it as question=doc.problem,text=responses[*].text; the fields are ${MAP_FIELDS.join(', ')}`,
      }
    }
    const compiled = compilePath(path)
    if (!compiled.ok) return { ok: false, problem: `${name}: ${compiled.problem}` }
    fields[field] = path
  }
  return { ok: true, fields }
}

/** Compiles the paths of a map that `parseLogMap` let pass. */
export function compileMap(fields: LogFields): LogMap {
  const named = MAP_FIELDS.flatMap((field) => {
    const path = fields[field]
    const compiled = path === undefined ? null : compilePath(path)
    return compiled?.ok === true ? [[field, compiled.path] as const] : []
  })
  const rooted = new Set(MAP_FIELDS.filter((field) => fields[field]?.startsWith('$') === true))
  return { ...Object.fromEntries(named), rooted, written: fields }
}

function pairsOf(text: string): string[] {
  const pairs: string[] = []
  let from = 0
  let depth = 0
  let quote = ''
  for (const [at, mark] of [...text].entries()) {
    if (quote !== '') quote = mark === quote ? '' : quote
    else if (mark === "'" || mark === '"') quote = mark
    else if (mark === '[' || mark === '(') depth += 1
    else if (mark === ']' || mark === ')') depth -= 1
    else if (mark === ',' && depth <= 0) {
      pairs.push([...text].slice(from, at).join(''))
      from = at + 1
    }
  }
  return [...pairs, [...text].slice(from).join('')]
}

/** The fields without which figures change unnoticed: a map that leaves out one that its rows have is warned of. */
export const UNMAPPED = ['finish', 'logprobs'] as const
type Unmapped = (typeof UNMAPPED)[number]

const UNMAPPED_NAMES: Readonly<Record<Unmapped, readonly string[]>> = {
  finish: ['finish_reason', 'finish_reasons', 'stop_reason'],
  logprobs: ['logprobs', 'token_logprobs'],
}

/** Where a row has such a field: in one of its own, or in each object of a list; null if nowhere there. */
export function unmappedPath(row: object, field: Unmapped): string | null {
  const names = UNMAPPED_NAMES[field]
  const own = names.find((name) => isHeld(row, name, field))
  if (own !== undefined) return own
  for (const [name, value] of Object.entries(row)) {
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    const inner =
      typeof first === 'object' && first !== null ? names.find((each) => isHeld(first, each, field)) : undefined
    if (inner !== undefined && /^\w+$/u.test(name)) return `${name}[*].${inner}`
  }
  return null
}

function isHeld(holder: object, name: string, field: Unmapped): boolean {
  const value: unknown = Object.entries(holder).find(([key]) => key === name)?.[1]
  const isText = field === 'finish' && typeof value === 'string'
  return isText || (typeof value === 'object' && value !== null)
}
