import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorText } from '../errors/error-text.js'
import { StrictUtf8 } from '../strict-utf8.js'
import { UsageError } from '../usage-error.js'

export interface FileLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** False if the file ends without a line end, as a truncated one does. */
  readonly ended: boolean
}

/** The most characters of one line, or of one sample of an Inspect log: about half of JavaScript's longest text. */
export const LONGEST_LINE = 256 * 2 ** 20

/** Gzipped files are read in small chunks, so that the position in the file stays close to that in the text. */
const PLAIN_CHUNK = 1 << 18
const PACKED_CHUNK = 1 << 14
const TEXT_CHUNK = 1 << 18

/**
 * Streams a file as text, strictly UTF-8, decompressed if it is gzipped; `onBytes` gets the position in the file as text
 * is consumed.
 */
export async function* readText(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const packed = file.endsWith('.gz')
  const source = createReadStream(file, { highWaterMark: packed ? PACKED_CHUNK : PLAIN_CHUNK })
  const gunzip = packed ? createGunzip({ chunkSize: TEXT_CHUNK }) : null
  const bytes = gunzip ?? new PassThrough()
  const flow = pipeline(source, bytes).catch(() => undefined)
  const decoder = new StrictUtf8(file)
  let told = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      yield decoder.push(chunk)
      const behind = gunzip === null ? told + chunk.length : gunzip.bytesWritten
      onBytes(behind - told)
      told = behind
    }
    decoder.end()
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  } finally {
    source.destroy()
    await flow
  }
}

/**
 * Streams a file's lines, decompressed if it is gzipped; skips blank lines. A line longer than `LONGEST_LINE` throws a
 * `UsageError` before more of it is read.
 */
export async function* readLines(
  file: string,
  onBytes?: (bytes: number) => void,
  longest = LONGEST_LINE,
): AsyncGenerator<FileLine> {
  // Joined once a line, so that a long line takes time in proportion to its length.
  let parts: string[] = []
  let length = 0
  let number = 1
  const add = (part: string): void => {
    parts.push(part)
    length += part.length
    if (length > longest) throw new UsageError(tooLong(`${file}, line ${number}`, longest))
  }
  for await (const chunk of readText(file, onBytes)) {
    let from = 0
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, at))
      const text = parts.join('')
      if (text.trim() !== '') yield { text, number, ended: true }
      parts = []
      length = 0
      number += 1
      from = at + 1
    }
    add(chunk.slice(from))
  }
  const rest = parts.join('')
  if (rest.trim() !== '') yield { text: rest, number, ended: false }
}

/** What to tell of a line or sample that is longer than what is read. */
export function tooLong(place: string, longest = LONGEST_LINE): string {
  return `${place} is longer than ${longest.toLocaleString('en-US')} characters: write fewer samples in one line, or leave log-probabilities out`
}
