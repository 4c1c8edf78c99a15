import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openZip } from './zip-archive'

interface Member {
  readonly name: string
  readonly method?: number
  readonly bytes: Buffer
  readonly size: number
  readonly crc: number
}

const deflated = (name: string, text: string): Member => ({
  name,
  bytes: deflateRawSync(text),
  size: Buffer.byteLength(text),
  crc: crc32(text),
})

/** An archive as the format's specification lays it out; a large one has its numbers in 64-bit fields. */
function archive(members: readonly Member[], isLarge = false, comment = ''): File {
  const parts: Buffer[] = [Buffer.from('before the first member')]
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const entries = members.map(({ name, method = 8, bytes, size, crc }) => {
    const offset = length()
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc, 14)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    local.writeUInt16LE(5, 28)
    parts.push(local, Buffer.from(name), Buffer.from('extra'), bytes)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc, 16)
    for (const [place, value] of [
      [20, bytes.length],
      [24, size],
      [42, offset],
    ] as const)
      entry.writeUInt32LE(isLarge ? 0xffff_ffff : value, place)
    entry.writeUInt16LE(name.length, 28)
    const large = Buffer.alloc(isLarge ? 34 : 0)
    if (isLarge) {
      large.writeUInt16LE(9, 0)
      large.writeUInt16LE(2, 2)
      large.writeUInt16LE(1, 6)
      large.writeUInt16LE(24, 8)
      for (const [place, value] of [size, bytes.length, offset].entries())
        large.writeBigUInt64LE(BigInt(value), 10 + 8 * place)
    }
    entry.writeUInt16LE(large.length, 30)
    return Buffer.concat([entry, Buffer.from(name), large])
  })
  const start = length()
  parts.push(...entries)
  const size = length() - start
  if (isLarge) {
    const at = length()
    const end = Buffer.alloc(56)
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    for (const place of [24, 32]) end.writeBigUInt64LE(BigInt(members.length), place)
    end.writeBigUInt64LE(BigInt(size), 40)
    end.writeBigUInt64LE(BigInt(start), 48)
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeBigUInt64LE(BigInt(at), 8)
    locator.writeUInt32LE(1, 16)
    parts.push(end, locator)
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const place of [8, 10]) end.writeUInt16LE(isLarge ? 0xffff : members.length, place)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : size, 12)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : start, 16)
  end.writeUInt16LE(comment.length, 20)
  return new File([Buffer.concat([...parts, end, Buffer.from(comment)])], 'log.eval')
}

const read = async (file: File) => {
  const { members } = await openZip(file)
  return Promise.all(members.map(async ({ name, text }) => [name, await text()]))
}

const wrong = (changes: Partial<Member>) => read(archive([{ ...deflated('samples/1.json', 'abc'), ...changes }]))

const TEXT = `{"id": "ü漢😀", "long": "${'x'.repeat(100_000)}"}`
const MEMBERS = [
  deflated('header.json', '{}'),
  deflated('samples/1.json', TEXT),
  { name: 'plain', method: 0, bytes: Buffer.from('as it is'), size: 8, crc: crc32('as it is') },
]

describe('an archive on a page', () => {
  it.each([
    ['as it is', archive(MEMBERS)],
    ['with 64-bit fields', archive(MEMBERS, true)],
    ['with a comment', archive(MEMBERS, false, 'of a program')],
  ])('is read member by member: %s', async (_, file) => {
    expect(await read(file)).toEqual([
      ['header.json', '{}'],
      ['samples/1.json', TEXT],
      ['plain', 'as it is'],
    ])
  })

  it('says what is wrong with it', async () => {
    await expect(openZip(new File(['no archive'], 'log.eval'))).rejects.toThrow('log.eval is not an Inspect archive')
    await expect(wrong({ method: 14 })).rejects.toThrow(
      'samples/1.json cannot be unpacked: it is compressed by method 14',
    )
    await expect(wrong({ size: 2 })).rejects.toThrow('cannot be unpacked: Invalid uncompressed size')
    await expect(wrong({ bytes: Buffer.from([0xff, 0xff]) })).rejects.toThrow('cannot be unpacked')
    await expect(wrong({ method: 0, bytes: Buffer.from([0xe9]) })).rejects.toThrow('cannot be unpacked')
  })
})
