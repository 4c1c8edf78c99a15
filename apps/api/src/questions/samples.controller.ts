import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { SampleText, SampleTokens } from '@cges-fleet/core'
import { GetSampleText, GetSampleTokens } from '@cges-fleet/core/contract'
import { findTrialId, selectStoredTokens, selectTextPart } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { type ReadableEvaluation, findReadable, requireExamples, unknownQuestion } from './selection.js'

/** A single sample's text and tokens, part by part: lists never carry them. */
@Controller()
export class SamplesController {
  @Serves(GetSampleText)
  async text(
    @Caller() caller: Caller,
    @Input() { path: { id, position, index }, query }: Input<typeof GetSampleText>,
  ): Promise<SampleText> {
    const { replicate = 0, from = 0, examples, part = 'text' } = query
    const readable = await findReadable(caller, id, examples)
    requireExamples(readable, 'examples')
    const trialId = await trialOf(caller, readable, replicate, position)
    return found(await selectTextPart(caller.db, { trialId, index }, part, from), index)
  }

  @Serves(GetSampleTokens)
  async tokens(
    @Caller() caller: Caller,
    @Input() { path: { id, position, index }, query }: Input<typeof GetSampleTokens>,
  ): Promise<SampleTokens> {
    const { replicate = 0, from = 0, examples } = query
    const readable = await findReadable(caller, id, examples)
    const trialId = await trialOf(caller, readable, replicate, position)
    const { ids, logprobs } = found(await selectStoredTokens(caller.db, { trialId, index }), index)
    return tokenPage(readable.withheld ? null : ids, logprobs, from)
  }
}

async function trialOf(
  { db }: Caller,
  { questioned }: ReadableEvaluation,
  replicate: number,
  position: number,
): Promise<string> {
  const trialId = await findTrialId(db, questioned.id, replicate, position)
  if (trialId === null) throw unknownQuestion(questioned.id, { replicate, position })
  return trialId
}

function found<T>(value: T | null, index: number): T {
  if (value === null)
    throw new Refusal('not_found', `Sample ${index} of this question does not exist or is not planned yet.`)
  return value
}

const inflate = promisify(inflateRaw)

/** Tokens per page. */
const PAGE = 2000

/** More than any answer has: a larger decompressed size is refused. */
const MOST_BYTES = 4 * 1024 * 1024

/** Decompresses a part of a sample's stored tokens off the event loop; ids only if they are wanted. */
export async function tokenPage(ids: Buffer | null, logprobs: Buffer | null, from: number): Promise<SampleTokens> {
  const values = await unpacked(logprobs)
  const codes = await unpacked(ids)
  const tokens = (values ?? codes ?? new DataView(new ArrayBuffer(0))).byteLength / 4
  const to = Math.min(tokens, from + PAGE)
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => 4 * (from + at))
  return {
    logprobs: values === null ? null : places.map((at) => finite(values.getFloat32(at, true))),
    ids: codes === null ? null : places.map((at) => codes.getInt32(at, true)),
    tokens,
    next: to < tokens ? to : null,
  }
}

async function unpacked(stored: Buffer | null): Promise<DataView | null> {
  if (stored === null) return null
  const bytes = await inflate(stored, { maxOutputLength: MOST_BYTES })
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : null
}
