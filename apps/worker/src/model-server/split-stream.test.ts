import { expect, test } from 'vitest'
import { CompletionCollector } from './completion-collector.js'
import { SseParser } from './sse-parser.js'
import { delta, done, end, role, usage } from './testing/wire.js'

const events = [
  role,
  delta('"content":"naïve 漢字 😀 "', [-0.5, -9999, -0.25], [1, 2, 3]),
  delta('"content":null,"reasoning":"“hm”"', [-1e-9], [4]),
  delta('"content":"\\\\boxed{4}\\n\\n"', [-2, 'NaN'], [5, 6]),
  end('stop'),
  usage(6),
  done,
]
const text = `: a comment\r\n\r\n${events.map((event, place) => `data: ${event}${place % 2 === 0 ? '\n\n' : '\r\n\r\n'}`).join('')}`
const bytes = new TextEncoder().encode(text)

function collected(pieces: readonly Uint8Array[]): object {
  const parser = new SseParser()
  const collector = new CompletionCollector(() => 1, { maxTokens: 64 })
  for (const piece of pieces) for (const data of parser.push(piece)) collector.take(data)
  return { ...collector.content(), finish: collector.finish }
}

test('however the network cuts a stream, the answer in it is the same', () => {
  const whole = collected([bytes])
  expect(whole).toMatchObject({
    text: 'naïve 漢字 😀 \\boxed{4}\n\n',
    reasoning: '“hm”',
    finish: 'stop',
    logprobs: null,
  })
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(collected([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  }
  for (const size of [1, 2, 3, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(collected(pieces)).toEqual(whole)
  }
})
