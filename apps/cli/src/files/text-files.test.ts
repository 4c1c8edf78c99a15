import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../errors.js'
import { decodeUtf8, StrictUtf8 } from './text-files.js'

/** Decodes in pieces that end anywhere. */
function inPieces(bytes: Buffer, step: number): string {
  const decoder = new StrictUtf8('log.jsonl')
  let text = ''
  for (let at = 0; at < bytes.length; at += step) text += decoder.push(bytes.subarray(at, at + step))
  decoder.end()
  return text
}

const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', 'ü', '漢', '😀', '\uFEFFx')))
  .map((parts) => parts.join(''))

describe('UTF-8', () => {
  it('is decoded as it is, wherever it is cut, but for a byte order mark', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (given, step) => {
        const bytes = Buffer.from(given)
        expect(inPieces(bytes, step)).toBe(given.startsWith('\uFEFF') ? given.slice(1) : given)
        expect(decodeUtf8(bytes, 'x')).toBe(new TextDecoder().decode(bytes))
      }),
    )
  })

  it('of which one byte is wrong is refused with its line, wherever it is cut', () => {
    const wrong = fc.constantFrom(0x80, 0xbf, 0xc0, 0xe9, 0xfc, 0xff)
    fc.assert(
      fc.property(text, fc.nat(), wrong, fc.integer({ min: 1, max: 9 }), (given, place, byte, step) => {
        const plain = Buffer.from(`x${given}`)
        const at = place % (plain.length + 1)
        const bytes = Buffer.concat([plain.subarray(0, at), Buffer.from([byte]), plain.subarray(at)])
        if (isValid(bytes)) return
        const line = firstWrong(bytes).filter((each) => each === 0x0a).length + 1
        expect(() => inPieces(bytes, step)).toThrow(UsageError)
        expect(() => inPieces(bytes, step)).toThrow(`log.jsonl, line ${line}: the byte`)
      }),
    )
  })

  it('that ends within a character is refused', () => {
    expect(() => decodeUtf8(Buffer.from('ä').subarray(0, 1), 'x')).toThrow('line 1: the byte 0xC3')
  })
})

function isValid(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The bytes before the first that makes the text wrong, found by trying each prefix as the start of some text. */
function firstWrong(bytes: Buffer): Buffer {
  for (let end = 1; end <= bytes.length; end += 1) {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    try {
      decoder.decode(bytes.subarray(0, end), { stream: end < bytes.length })
    } catch {
      return bytes.subarray(0, end - 1)
    }
  }
  return bytes
}

it.each([
  [
    'Latin-1',
    Buffer.from('{"a":1}\n{"q":"Größe"}\n', 'latin1'),
    /line 2: the byte 0xF6 .*"\{\\"q\\":\\"Größe\\"\}".*iconv -f WINDOWS-1252/u,
  ],
  ['UTF-16', Buffer.from('\uFEFF{"a":1}\n', 'utf16le'), /UTF-16.*iconv -f UTF-16/u],
  ['gzipped', Buffer.from('1f8b0800', 'hex'), /gzipped.*\.gz/u],
])('%s is named, with how to convert it', (_, bytes, message) => {
  expect(() => decodeUtf8(bytes, 'log.jsonl')).toThrow(message)
})
