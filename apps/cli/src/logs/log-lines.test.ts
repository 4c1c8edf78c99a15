import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FileLine, readLines } from '@cges-fleet/formats'
import { diskFile } from '../files/disk-file.js'
import { items, logFolder } from './testing/log-files.js'

const file = logFolder()

async function linesOf(path: string, longest?: number): Promise<FileLine[]> {
  const lines: FileLine[] = []
  for await (const line of readLines(diskFile(path), undefined, longest)) lines.push(line)
  return lines
}

it('yields the lines that a file has, plain or gzipped, with their numbers', async () => {
  const content = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(300_000))), {
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(content, fc.boolean(), fc.boolean(), async (parts, ends, packed) => {
      const lines = parts.map((part) => part.replaceAll(/[\n\uFEFF]/gu, ' '))
      const text = lines.join('\n') + (ends ? '\n' : '')
      const path = file(packed ? 'any.jsonl.gz' : 'any.jsonl', packed ? gzipSync(text) : text)
      const read = await linesOf(path)
      const wanted = lines.map((each, at) => ({ text: each, number: at + 1, ended: ends || at < lines.length - 1 }))
      expect(read).toEqual(wanted.filter((each) => each.text.trim() !== ''))
    }),
    { numRuns: 40 },
  )
})

it('refuses a line that is too long before it is read to its end', async () => {
  const packed = file('long.jsonl.gz', gzipSync(`{"a":1}\n${'x'.repeat(5_000_000)}`))
  await expect(linesOf(packed, 1_000_000)).rejects.toThrow(
    /long\.jsonl\.gz, line 2 is longer than 1,000,000 characters/u,
  )
  expect(await linesOf(packed, 5_000_000)).toHaveLength(2)
})

it('joins a line once, however long it is: memory copied stays in proportion to its length', async () => {
  const megabytes = 96
  const path = file('very-long.jsonl.gz', gzipSync('y'.repeat(megabytes * 2 ** 20), { level: 1 }))
  const [line] = await linesOf(path)
  expect(line?.text).toHaveLength(megabytes * 2 ** 20)
})

it('names file and line of bytes that are not UTF-8, in logs of every form', async () => {
  const row = Buffer.from('{"a":"Zürich"}\n', 'latin1')
  await expect(linesOf(file('latin.jsonl', Buffer.concat([Buffer.from('{}\n'), row])))).rejects.toThrow(
    /line 2.*"Zürich|line 2.*Zürich/u,
  )
  const inspect = file('latin.json', Buffer.concat([Buffer.from('{"samples": [\n'), row]))
  await expect(items([inspect])).rejects.toThrow(/latin\.json, line 2.*Zürich/u)
})
