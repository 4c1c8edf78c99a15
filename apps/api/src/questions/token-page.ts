import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { SampleTokens } from '@cges-fleet/core'

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
