import { crc32, deflateRawSync } from 'node:zlib'

/** A member of an archive: to be deflated, or already compressed by another method. */
export interface ZipMember {
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
