import { expect, test } from 'vitest'
import { SseParser } from './sse-parser.js'

const encoder = new TextEncoder()

function read(pieces: readonly Uint8Array[]): string[] {
  const parser = new SseParser()
  return pieces.flatMap((piece) => parser.push(piece))
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
