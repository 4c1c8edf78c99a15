import { expect, test } from 'vitest'
import { SseParser } from './sse-parser.js'

const encoder = new TextEncoder()

function read(pieces: readonly Uint8Array[]): string[] {
  const parser = new SseParser()
  return pieces.flatMap((piece) => parser.push(piece)).map(({ data }) => data)
}

const streams: readonly { name: string; text: string; events: string[] }[] = [
  { name: 'plain', text: 'data: {"a":1}\n\ndata: [DONE]\n\n', events: ['{"a":1}', '[DONE]'] },
  { name: 'carriage returns', text: 'data: one\r\n\r\ndata: two\r\rdata: three\n\n', events: ['one', 'two', 'three'] },
  {
    name: 'comments, fields of no use here, and several data lines',
    text: ': ping\n\nevent: x\nid: 7\ndata: a\ndata: b\nretry: 5\n\n:\ndata:tight\n\ndata\n\n',
    events: ['a\nb', 'tight', ''],
  },
  { name: 'characters of two to four bytes', text: 'data: é√😀\n\ndata: 漢字\n\n', events: ['é√😀', '漢字'] },
  { name: 'an event that never ends', text: 'data: whole\n\ndata: half\n', events: ['whole'] },
]

test.each(streams)('$name: the same events wherever the bytes are cut', ({ text, events }) => {
  const bytes = encoder.encode(text)
  expect(read([bytes])).toEqual(events)
  for (let first = 0; first <= bytes.length; first += 1) {
    for (let second = first; second <= bytes.length; second += 1) {
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
      expect(read(pieces)).toEqual(events)
    }
  }
  expect(read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(events)
})

test('drops a byte order mark and a character cut off at the end', () => {
  const whole = encoder.encode('\uFEFFdata: ok\n\ndata: 😀')
  expect(read([whole.subarray(0, whole.length - 2)])).toEqual(['ok'])
})

test('gives the last event of a stream that ends without a blank line, and the name of each', () => {
  const parser = new SseParser()
  const text = 'event: error\ndata: one\n\ndata: two'
  expect([...parser.push(encoder.encode(text)), ...parser.end()]).toEqual([
    { name: 'error', data: 'one' },
    { name: null, data: 'two' },
  ])
})

test('refuses bytes that are not UTF-8 after what came before them, and a character cut off by the end', () => {
  const good = encoder.encode('data: ok\n\ndata: 😀')
  for (const bad of [Uint8Array.of(...good, 0xff, 0x0a), good.subarray(0, good.length - 2)]) {
    const parser = new SseParser()
    expect(parser.push(bad)).toEqual([{ name: null, data: 'ok' }])
    expect(() => parser.end()).toThrow(/not UTF-8/)
  }
  const parser = new SseParser()
  parser.push(Uint8Array.of(0xff))
  expect(() => parser.push(good)).toThrow(/not UTF-8/)
})

test('gives up an event without end, in one line or in many', () => {
  const piece = encoder.encode('x'.repeat(1 << 20))
  for (const lineEnd of ['', '\ndata: ']) {
    const parser = new SseParser()
    parser.push(encoder.encode('data: '))
    const push = () => [...parser.push(piece), ...parser.push(encoder.encode(lineEnd))]
    for (let n = 0; n < 15; n += 1) expect(push()).toEqual([])
    expect(() => [push(), push()]).toThrow(/more than 16777216 characters/)
  }
})
