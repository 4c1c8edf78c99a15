import { counted } from '@cges-fleet/core'
import { statSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { decompress as decompressZstd } from 'fzstd'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { parseJson } from '@cges-fleet/formats'
import { decodeUtf8 } from '../strict-utf8.js'
import { UsageError } from '../usage-error.js'
import { LONGEST_LINE, readText, tooLong } from './read-lines.js'
import { JsonObjectSplitter } from './split-json-object.js'

/** One sample of an Inspect log as text, and its position. */
export interface InspectSampleText {
  readonly text: string
  readonly place: string
  readonly header: InspectHeader
}

/** The log's header for all its samples, if it came before the sample. */
export interface InspectHeader {
  readonly eval?: unknown
  readonly plan?: unknown
}

const STORED = 0
const DEFLATED = 8
const ZSTD = 93

/** Yields the samples of an Inspect `.json` log one by one, holding the largest in memory. */
export async function* readInspectJson(
  file: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<InspectSampleText> {
  const splitter = new JsonObjectSplitter('samples')
  let header: InspectHeader = {}
  let samples = 0
  for await (const chunk of readText(file, onBytes)) {
    for (const part of splitter.push(chunk)) {
      if (part.kind === 'element') {
        samples += 1
        yield { text: part.text, place: `samples[${samples - 1}]`, header }
      } else if (part.key === 'eval' || part.key === 'plan') {
        header = { ...header, [part.key]: parsed(file, part.text) }
      }
    }
    if (splitter.held > LONGEST_LINE) throw new UsageError(tooLong(`${file}, samples[${samples}]`))
  }
  if (!splitter.isComplete)
    throw new UsageError(`${file} ends in the middle, after ${counted(samples, 'sample')}: it was cut off`)
}

/** Yields the samples of an Inspect `.eval` archive one by one; of members with the same name the last counts. */
export async function* readInspectArchive(
  file: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<InspectSampleText> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((cause: Error) => {
    throw new UsageError(`${file} is not an Inspect archive: ${cause.message}`, { cause })
  })
  try {
    const members = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) members.set(entry.fileName, entry)
    const start = members.get('header.json') ?? members.get('_journal/start.json')
    const told = start === undefined ? null : parsed(file, await readMember(file, zip, start))
    const header: InspectHeader = typeof told === 'object' && told !== null ? told : {}
    const samples = [...members].filter(([name]) => name.startsWith('samples/') && name.endsWith('.json'))
    // Everything but samples is quick to read: the samples stand for the whole file.
    const weight = statSync(file).size / samples.reduce((sum, [, { compressedSize }]) => sum + compressedSize, 1)
    for (const [name, entry] of samples) {
      yield { text: await readMember(file, zip, entry), place: name, header }
      onBytes(entry.compressedSize * weight)
    }
  } finally {
    zip.close()
  }
}

async function readMember(file: string, zip: ZipFile, entry: Entry): Promise<string> {
  const place = `${file}, ${entry.fileName}`
  if (entry.uncompressedSize > LONGEST_LINE) {
    throw new UsageError(tooLong(place))
  }
  const chunks: Buffer[] = []
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const packed = Buffer.concat(chunks)
  try {
    return decodeUtf8(unpack(packed, entry), place)
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${place} cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

function unpack(packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  if (compressionMethod === STORED) return packed
  if (compressionMethod === DEFLATED) return inflateRawSync(packed, { maxOutputLength: LONGEST_LINE })
  if (compressionMethod === ZSTD) return Buffer.from(decompressZstd(packed, new Uint8Array(uncompressedSize)))
  throw new Error(`it is compressed by method ${compressionMethod}; deflate (8) and zstd (93) can be read`)
}

function parsed(file: string, text: string): unknown {
  const json = parseJson(text)
  if (!json.ok) throw new UsageError(`${file}: its header is ${json.problem}`)
  return json.value
}
