import { firstIssue } from '../../lines/first-issue.js'
import { readJson } from '../../lines/read-json.js'
import type { LogFormat } from '@cges-fleet/core'
import { DataDescription, DESCRIPTION_FIELD } from './data-description.js'

export type DescriptionLine =
  | { readonly ok: true; readonly description: DataDescription }
  | { readonly ok: false; readonly problem: string }

const LINE = new RegExp(`^\\s*\\{\\s*"${DESCRIPTION_FIELD}"\\s*:`, 'u')

/** Reads the line with which our own JSONL files begin; null where a line is none. */
export function readDescriptionLine(text: string): DescriptionLine | null {
  if (!LINE.test(text)) return null
  const json = readJson(text)
  if (!json.ok) return json
  const read = DataDescription.safeParse(fieldOf(json.value, DESCRIPTION_FIELD))
  if (read.success) return { ok: true, description: read.data }
  return { ok: false, problem: `${DESCRIPTION_FIELD}.${firstIssue(read.error)}` }
}

/** Finds the description in a row of a format whose readers want nothing but rows; null where it holds none. */
export function rowDescription(format: LogFormat, text: string): DataDescription | null {
  if (format !== 'lm-eval' && format !== 'nemo') return null
  const json = readJson(text)
  return json.ok ? findDescription(fieldOf(json.value, format === 'nemo' ? 'metadata' : 'doc')) : null
}

/** Finds the description that an object holds; null where it holds none that can be read. */
export function findDescription(holder: unknown): DataDescription | null {
  return DataDescription.safeParse(fieldOf(holder, DESCRIPTION_FIELD)).data ?? null
}

function fieldOf(holder: unknown, field: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, field)) return undefined
  return Object.entries(holder).find(([key]) => key === field)?.[1]
}
