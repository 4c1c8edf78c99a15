import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** About how many times larger a packed log is once unpacked, where it does not say. */
const PACKED_RATIO = 8

/** About how many bytes of text a log holds, so that of several files the packed ones weigh in progress as they do in time. */
export function textSize(file: string): number {
  const { size } = statSync(file)
  if (file.endsWith('.eval')) return PACKED_RATIO * size
  if (!file.endsWith('.gz')) return size
  const told = gzipSize(file, size)
  return told > size ? told : PACKED_RATIO * size
}

/** What a gzip file ends in: the size of its last part unpacked, modulo 2³². */
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
