import { parseAs } from '../../lines/parse-as.js'
import { parseJson } from '../../lines/parse-json.js'
import type { LogFormat } from '@cges-fleet/core'
import { z } from 'zod'
import { DataDescription, DESCRIPTION_FIELD } from './data-description.js'

export type DescriptionLine =
  | { readonly ok: true; readonly description: DataDescription }
  | { readonly ok: false; readonly problem: string }

const LINE = new RegExp(`^\\s*\\{\\s*"${DESCRIPTION_FIELD}"\\s*:`, 'u')

const Described = z.looseObject({ [DESCRIPTION_FIELD]: DataDescription })

/** Parses the line with which our own JSONL files begin; null if it is another line. */
export function parseDescriptionLine(text: string): DescriptionLine | null {
  if (!LINE.test(text)) return null
  const json = parseJson(text)
  if (!json.ok) return json
  const read = parseAs(Described, json.value)
  if (!read.ok) return read
  return { ok: true, description: read.value[DESCRIPTION_FIELD] }
}

/** Finds the description in a row of a format that allows nothing but rows; null if there is none. */
export function rowDescription(format: LogFormat, text: string): DataDescription | null {
  if (format !== 'lm-eval' && format !== 'nemo') return null
  const json = parseJson(text)
  return json.ok ? findDescription(fieldOf(json.value, format === 'nemo' ? 'metadata' : 'doc')) : null
}

/** Finds the description in an object; null if there is none that can be parsed. */
export function findDescription(holder: unknown): DataDescription | null {
  return DataDescription.safeParse(fieldOf(holder, DESCRIPTION_FIELD)).data ?? null
}

function fieldOf(holder: unknown, field: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, field)) return undefined
  return Object.entries(holder).find(([key]) => key === field)?.[1]
}
