import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorText } from '../errors/error-text.js'
import { UsageError } from '../usage-error.js'

export interface FileLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** False if the file ends without a line end, as a truncated one does. */
  readonly ended: boolean
}

/** Gzipped files are read in small chunks, so that the position in the file stays close to that in the text. */
const PLAIN_CHUNK = 1 << 18
const PACKED_CHUNK = 1 << 14
const TEXT_CHUNK = 1 << 18

/**
 * Streams a file as text, decompressed if it is gzipped; `onBytes` gets the position in the file as text is consumed.
 */
export async function* readText(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const packed = file.endsWith('.gz')
  const source = createReadStream(file, { highWaterMark: packed ? PACKED_CHUNK : PLAIN_CHUNK })
  const gunzip = packed ? createGunzip({ chunkSize: TEXT_CHUNK }) : null
  const text = gunzip ?? new PassThrough()
  const flow = pipeline(source, text).catch(() => undefined)
  text.setEncoding('utf8')
  let told = 0
  try {
    let first = true
    for await (const chunk of text as AsyncIterable<string>) {
      yield first && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk
      first = false
      const behind = gunzip === null ? told + Buffer.byteLength(chunk) : gunzip.bytesWritten
      onBytes(behind - told)
      told = behind
    }
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  } finally {
    source.destroy()
    await flow
  }
}

/** Streams a file's lines, decompressed if it is gzipped; skips blank lines. */
export async function* readLines(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<FileLine> {
  let rest = ''
  let number = 0
  for await (const chunk of readText(file, onBytes)) {
    const pieces = (rest + chunk).split('\n')
    rest = pieces.pop() ?? ''
    for (const text of pieces) {
      number += 1
      if (text.trim() !== '') yield { text, number, ended: true }
    }
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1, ended: false }
}
