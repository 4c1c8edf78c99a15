import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, inflateRawSync } from 'node:zlib'
import { type Archive, type ArchiveMember, type DataFile, InputError } from '@cges-fleet/formats'
import { decompress as decompressZstd } from 'fzstd'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { errorText, UsageError } from '../errors.js'
import { decodeUtf8, StrictUtf8 } from './text-files.js'

/** Opens a file of this machine for the readers of logs and questions; nothing is read before they ask. */
export function diskFile(path: string): DataFile {
  return {
    name: path,
    get stamp() {
      const { size, mtimeMs } = statOf(path)
      return JSON.stringify([basename(path), size, mtimeMs])
    },
    get textSize() {
      return textSize(path)
    },
    text: (onBytes) => readText(path, onBytes),
    parquetRows: () => parquetRows(path),
    archive: () => openArchive(path),
  }
}

/** Gzipped files are read in small chunks, so that the position in the file stays close to that in the text. */
const PLAIN_CHUNK = 1 << 18
const PACKED_CHUNK = 1 << 14
const TEXT_CHUNK = 1 << 18

async function* readText(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const packed = file.endsWith('.gz')
  const source = createReadStream(file, { highWaterMark: packed ? PACKED_CHUNK : PLAIN_CHUNK })
  const gunzip = packed ? createGunzip({ chunkSize: TEXT_CHUNK }) : null
  const bytes = gunzip ?? new PassThrough()
  pipeline(source, bytes).catch(() => undefined)
  const decoder = new StrictUtf8(file)
  let reported = 0
  try {
    const weight = packed ? textSize(file) / Math.max(1, statSync(file).size) : 1
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      yield decoder.push(chunk)
      const behind = gunzip === null ? reported + chunk.length : gunzip.bytesWritten
      onBytes((behind - reported) * weight)
      reported = behind
    }
    decoder.end()
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  } finally {
    // Not awaited: where a reader stops early, Node 22 may never settle the pipeline, and the program would end in silence.
    source.destroy()
    bytes.destroy()
  }
}

async function parquetRows(file: string): Promise<readonly object[]> {
  // Large, and for one kind of file only.
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  return parquetReadObjects({ file: await asyncBufferFromFile(file), compressors })
}

async function openArchive(file: string): Promise<Archive> {
  statOf(file)
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((cause: Error) => {
    throw new UsageError(`${file} is not an Inspect archive (a zip file), or is cut off. Copy it again.`, { cause })
  })
  const members: ArchiveMember[] = []
  for await (const entry of zip.eachEntry()) {
    members.push({
      name: entry.fileName,
      packedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      text: () => readMember(file, zip, entry),
    })
  }
  return { members, close: () => zip.close() }
}

async function readMember(file: string, zip: ZipFile, entry: Entry): Promise<string> {
  const place = `${file}, ${entry.fileName}`
  const chunks: Buffer[] = []
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  try {
    return decodeUtf8(unpack(Buffer.concat(chunks), entry), place)
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    throw new UsageError(`${place} cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

const STORED = 0
const DEFLATED = 8
const ZSTD = 93

function unpack(packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  if (compressionMethod === STORED) return packed
  if (compressionMethod === DEFLATED) return inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  if (compressionMethod === ZSTD) return Buffer.from(decompressZstd(packed, new Uint8Array(uncompressedSize)))
  throw new Error(`it is compressed by method ${compressionMethod}; deflate (8) and zstd (93) can be read`)
}

/** Assumed compression ratio of a log that does not record its size. */
const PACKED_RATIO = 8

/** Estimates how many bytes of text a file holds, so that compressed files weigh as much in progress as they do in time. */
function textSize(file: string): number {
  const { size } = statOf(file)
  if (file.endsWith('.eval')) return PACKED_RATIO * size
  if (!file.endsWith('.gz')) return size
  const unpacked = gzipSize(file, size)
  return unpacked > size ? unpacked : PACKED_RATIO * size
}

function statOf(file: string) {
  try {
    return statSync(file)
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  }
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
