import { type Archive, type ArchiveMember, InputError } from '@cges-fleet/formats'
import { BlobReader, type FileEntry, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/index-native.js'
import { decompress } from 'fzstd'

/** Workers would need a script of their own, which the page's policy does not allow. */
const HERE = { useWebWorkers: false, checkCrc32: true }

/** Reads the directory of a ZIP archive, as Inspect writes its logs; members are unpacked one at a time. */
export async function openZip(file: File): Promise<Archive> {
  const reader = new ZipReader(new BlobReader(file), HERE)
  const entries = await reader.getEntries().catch((cause: unknown) => {
    const why = 'it has no directory that can be read. Was it cut off?'
    throw new InputError(`${file.name} is not an Inspect archive: ${why}`, { cause })
  })
  const members = entries.flatMap((entry): ArchiveMember[] => {
    if (entry.directory) return []
    const { filename: name, compressedSize: packedSize, uncompressedSize: size } = entry
    return [{ name, packedSize, size, text: () => memberText(file, entry) }]
  })
  return { members, close: () => void reader.close() }
}

async function memberText(file: File, entry: FileEntry): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await unpacked(entry))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new InputError(`${file.name}, ${entry.filename} cannot be unpacked: ${why}`, { cause })
  }
}

const STORED = 0
const DEFLATED = 8
const ZSTD = 93

/** Unpacks a member to the size that the directory gives, and no further. */
async function unpacked(entry: FileEntry): Promise<Uint8Array> {
  const { compressionMethod: method, uncompressedSize: size } = entry
  if (method === ZSTD) {
    const packed = await entry.getData(new Uint8ArrayWriter(), { ...HERE, passThrough: true })
    return decompress(packed, new Uint8Array(size))
  }
  if (method !== STORED && method !== DEFLATED) {
    throw new Error(`it is compressed by method ${method}; deflate (8) and zstd (93) can be read`)
  }
  return entry.getData(new Uint8ArrayWriter(), HERE)
}
