import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parseJson, rowsOf } from '@cges-fleet/formats'
import { errorText, UsageError } from '../errors.js'
import { isTable, readJsonFile, readTable } from '../files/tables.js'
import { StrictUtf8 } from '../files/text-files.js'

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

/** A row of a log of any container, or what is wrong with its line. */
type LogFileRow = { readonly place: string; readonly line: number; readonly ended: boolean } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }
)

/**
 * Yields the rows of a log: JSON lines one by one; tables (CSV, TSV, Parquet) and files of one JSON value whole, up to
 * `LARGEST_WHOLE_FILE`.
 */
export async function* readRows(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<LogFileRow> {
  if (isTable(file)) {
    for (const { value, line } of await readTable(file))
      yield { ok: true, value, line, ended: true, place: placeOf(file, line) }
    return
  }
  if (isOneValue(file)) {
    const rows = rowsOf(readJsonFile(file))
    if (rows === null) throw new UsageError(`${file} is one JSON object and no list of rows: ${ONE_VALUE}`)
    for (const [at, value] of rows.entries())
      yield { ok: true, value, line: at + 1, ended: true, place: `${file}, row ${at + 1}` }
    return
  }
  for await (const { text, number, ended } of readLines(file, onBytes)) {
    yield { ...parseJson(text), line: number, ended, place: placeOf(file, number) }
  }
}

/** Whether a file is one JSON value by its name, rather than JSON lines. */
export function isOneValue(file: string): boolean {
  return /\.json(?:\.gz)?$/u.test(file)
}

const ONE_VALUE =
  'a .json file is an Inspect log, a list of rows, or predictions of OpenCompass or simple-evals; JSON lines end in .jsonl'

function placeOf(file: string, line: number): string {
  return `${file}, ${file.endsWith('.parquet') ? 'row' : 'line'} ${line}`
}

/** Assumed compression ratio of a log that does not record its size. */
const PACKED_RATIO = 8

/**
 * Estimates how many bytes of text a log holds, so that compressed files weigh as much in progress as they do in time.
 */
export function textSize(file: string): number {
  const { size } = statSync(file)
  if (file.endsWith('.eval')) return PACKED_RATIO * size
  if (!file.endsWith('.gz')) return size
  const told = gzipSize(file, size)
  return told > size ? told : PACKED_RATIO * size
}

/** The size in a gzip file's trailer: that of its last member, decompressed, modulo 2³². */
function gzipSize(file: string, size: number): number {
  if (size < 4) return 0
  const end = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, end, 0, 4, size - 4)
  } finally {
    closeSync(handle)
  }
  return end.readUInt32LE()
}
