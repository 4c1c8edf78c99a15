import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../usage-error.js'

export interface FileLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** False where the file ends without a line end, as one that was cut off does. */
  readonly ended: boolean
}

/** Opens a file as a stream of text, unpacked where it is gzipped; `onBytes` hears how much of the file was read. */
export async function* readText(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const source = createReadStream(file, { highWaterMark: 1 << 20 })
  source.on('data', (chunk) => onBytes(chunk.length))
  const text = file.endsWith('.gz') ? createGunzip({ chunkSize: 1 << 20 }) : new PassThrough()
  const flow = pipeline(source, text).catch(() => undefined)
  text.setEncoding('utf8')
  try {
    let first = true
    for await (const chunk of text as AsyncIterable<string>) {
      yield first && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk
      first = false
    }
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
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
