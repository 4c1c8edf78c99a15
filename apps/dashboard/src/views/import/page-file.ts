import { type DataFile, InputError } from '@cges-fleet/formats'
import { NOT_UTF8 } from '../benchmarks/file-text'
import { openZip } from './zip-archive'

/** Assumed compression ratio of a file that does not record its size. */
const PACKED_RATIO = 8

/** Opens a file that was dropped on a page for the readers of logs. */
export function pageFile(file: File): DataFile {
  const isPacked = /\.(?:gz|eval)$/u.test(file.name)
  return {
    name: file.name,
    stamp: JSON.stringify([file.name, file.size, file.lastModified]),
    textSize: isPacked ? PACKED_RATIO * file.size : file.size,
    text: (onBytes) => textOf(file, onBytes),
    parquetRows: async () => {
      const { parquetObjects } = await import('../benchmarks/parquet-rows')
      return parquetObjects(await file.arrayBuffer())
    },
    archive: () => openZip(file),
  }
}

/** A text that was pasted, named by what it looks like: JSON lines, one JSON value, or a table. */
export function pastedFile(text: string): DataFile {
  const ending = /^\s*[{[]/u.test(text) ? (isOneValue(text) ? 'json' : 'jsonl') : 'csv'
  return { ...pageFile(new File([text], `pasted.${ending}`)), stamp: text }
}

/** A row of JSON lines is one value, too: it is a log of one row. */
function isOneValue(text: string): boolean {
  if (!text.trim().includes('\n') && !text.trimStart().startsWith('[')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function* textOf(file: File, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const isPacked = file.name.endsWith('.gz')
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const reader = stream.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const unreadable = isPacked ? 'is not gzip, or was cut off.' : 'cannot be read. Choose it again.'
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new InputError(`${file.name} ${unreadable}`)
      })
      const text = decoded(decoder, value, file.name)
      if (text !== '') yield text
      if (done) return
      onBytes(value.length)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Decodes some more bytes; without any, what is left. */
function decoded(decoder: TextDecoder, bytes: Uint8Array<ArrayBuffer> | undefined, name: string): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch {
    throw new InputError(`${name} ${NOT_UTF8}`)
  }
}
