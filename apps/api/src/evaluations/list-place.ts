import type { EvaluationSort } from '@cges-fleet/core'
import type { ListPlace } from '@cges-fleet/db'
import { z } from 'zod'
import { refuseField } from '../http/refusal.js'

const PLACE = /^([0-9a-f-]{36})(?:\.([\w-]{0,900}))?$/

/** Encodes a position in a list as the cursor of the next page: the id, a point, and the value of the order. */
export function placeText({ id, value }: ListPlace): string {
  return value === null ? id : `${id}.${Buffer.from(value).toString('base64url')}`
}

/** Parses a cursor; refuses one that this order did not produce. */
export function placeIn(cursor: string, sort: EvaluationSort): ListPlace {
  const [, id = '', encoded] = PLACE.exec(cursor) ?? []
  const value = encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString()
  const isNumber = value !== null && value !== '' && !Number.isNaN(Number(value))
  const fits = sort === 'newest' ? value === null : sort === 'name' ? value?.includes('\0') === false : isNumber
  if (z.uuid().safeParse(id).success && fits) return { id, value }
  throw refuseField('cursor', 'must be the "next" of an earlier page')
}
