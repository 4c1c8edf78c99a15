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
  /** False where the file ends without a line end, as one that was cut off does. */
  readonly ended: boolean
}

/** Of a gzipped file so little is read at once that what was read is close to what was unpacked. */
const [PLAIN_CHUNK, PACKED_CHUNK, TEXT_CHUNK] = [1 << 18, 1 << 14, 1 << 18]

/** Opens a file as a stream of text, unpacked where it is gzipped; `onBytes` hears how much of the file is behind the text that was taken. */
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

/** Reads a file line by line without holding it, unpacked where it is gzipped; blank lines are left out. */
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
