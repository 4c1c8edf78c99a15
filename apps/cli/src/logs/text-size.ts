import { closeSync, openSync, readSync, statSync } from 'node:fs'

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
