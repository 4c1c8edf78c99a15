import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { type LogEntry, type LogItem, loadLogs, type LogReading } from '@cges-fleet/formats'
import { afterAll } from 'vitest'
import { diskFile } from '../../files/disk-file.js'

const READING: LogReading = { format: null, filter: null, fields: {}, isKnown: () => false }

/** Gives a test file a folder for logs, removed afterwards, and a function that writes a log into it: text, or rows. */
export function logFolder(): (name: string, content: string | Buffer | readonly unknown[]) => string {
  const folder = mkdtempSync(join(tmpdir(), 'cges-logs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (name, content) => {
    const path = join(folder, name)
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(path, isPlain ? content : content.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }
}

/** Loads logs to the end, problems included. */
export async function items(files: readonly string[], changes: Partial<LogReading> = {}): Promise<LogItem[]> {
  const all: LogItem[] = []
  for await (const item of loadLogs(files.map(diskFile), { ...READING, ...changes })) all.push(item)
  return all
}

/** Loads logs that have no problems. */
export async function entries(files: readonly string[], changes: Partial<LogReading> = {}): Promise<LogEntry[]> {
  return (await items(files, changes)).flatMap((item) => {
    if (item.kind === 'problem') throw new Error(`${item.place}: ${item.problem}`)
    return item.kind === 'entry' ? [item.entry] : []
  })
}

/** A member of an archive: to be deflated, or already compressed by another method. */
interface ZipMember {
  readonly name: string
  readonly text?: string
  readonly packed?: { readonly method: number; readonly bytes: Buffer; readonly unpackedBytes: number }
}

/** Writes a ZIP archive as Inspect does: members in order, names that may repeat, deflate or another method. */
export function writeZip(members: readonly ZipMember[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const { common, bytes } = packMember(member)
    const name = Buffer.from(member.name)
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    bodies.push(body)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([63, 0]), common, tail, name]))
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(members.length, 4)
  end.writeUInt16LE(members.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, index, Buffer.from('PK\u0005\u0006'), end])
}

/** The fields that a member's local header and its directory entry share, and its bytes. */
function packMember({ name, text = '', packed }: ZipMember): { common: Buffer; bytes: Buffer } {
  const plain = Buffer.from(text)
  const bytes = packed?.bytes ?? deflateRawSync(plain)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(0x800, 2)
  common.writeUInt16LE(packed?.method ?? 8, 4)
  common.writeUInt32LE(packed === undefined ? crc32(plain) : 0, 10)
  common.writeUInt32LE(bytes.length, 14)
  common.writeUInt32LE(packed?.unpackedBytes ?? plain.length, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  return { common, bytes }
}

/**
 * One sample of an Inspect log as the reference zstd (level 19) compresses it: question 2, epoch 1, answered 4 and
 * right.
 */
export const ZSTD_SAMPLE = {
  unpackedBytes: 769,
  packed: Buffer.from(
    [
      'KLUv/QRoHQoAttE1HlCNc+WI0cRek4xJ9RIdfQG3aAF199EXw4ASmZlpTioALQAsALo81slH99BwG0boui5tc4Wv7PuifLVQ9qYm6K6LoOwRFK',
      'e9rjNXdod7FS5GAum9CBSlt44ovWoqvvlCZOvrcqYzb2AUoIyy026R4srWm7I9VVouU7rmA8oONxL5iXKCxHddZ4eR28rGFJuva16X2VSOpcSH',
      'wUg0bM2OubEvpDGvxAsFc843cicM23UdQb0miaBu0soITaZ5rRnCoNCgpjMZdqprOovreo+CXXmui7AMAgEqIDBEYJgx9VL4RztSmn6KBN02Tn',
      'DICog7gbGDiURkc09PRuhA928XSTAHsqiQEUSYwQ/xLBNcGkhICXAUiTSEq4ca2Iod+umMOUzR9ABvzjIGxkFqw27NrVwhZucAHA3x1EZWmahx',
      'fVCq6x5X',
    ].join(''),
    'base64',
  ),
}
