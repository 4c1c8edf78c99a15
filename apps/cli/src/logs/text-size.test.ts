import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { loadLogs } from '@cges-fleet/formats'
import { logFolder, writeZip } from './testing/log-files.js'
import { diskFile } from '../files/disk-file.js'

const file = logFolder()
const ROWS = 6000

/** Text that compresses like a model's, to about a quarter. */
const wordsOf = (row: number) =>
  createHash('sha512')
    .update(`${row}`)
    .digest('hex')
    .repeat(2)
    .split('')
    .flatMap((letter) => [`word${letter}`])
    .join(' ')

const all = Array.from({ length: ROWS }, (_, row) => row)
const written = all.map(wordsOf)
const words = (row: number) => written[row] ?? ''
const recording = (row: number) => ({ question_id: `q${row}`, answer: '1', samples: [{ text: words(row) }] })
const lines = (rows: readonly number[]) => rows.map((row) => `${JSON.stringify(recording(row))}\n`).join('')
const inspectSample = (row: number) => ({
  id: row,
  epoch: 1,
  input: 'Q',
  target: '1',
  output: { model: 'm', choices: [{ message: { role: 'assistant', content: words(row) }, stop_reason: 'stop' }] },
  scores: { match: { value: 'C', answer: '1' } },
})

function archive(): Buffer {
  const samples = all.map((row) => ({
    name: `samples/${row}_epoch_1.json`,
    text: JSON.stringify(inspectSample(row)),
  }))
  const header = { name: 'header.json', text: JSON.stringify({ version: 2, eval: { model: 'm' } }) }
  return writeZip([header, { name: 'reductions.json', text: words(0).repeat(2000) }, ...samples])
}

const half = all.slice(0, ROWS / 2)
const rest = all.slice(ROWS / 2)

it.each([
  ['plain', () => [file('log.jsonl', lines(all))]],
  ['gzipped', () => [file('log.jsonl.gz', gzipSync(lines(all)))]],
  ['an archive', () => [file('log.eval', archive())]],
  ['one gzipped, one not', () => [file('a.jsonl.gz', gzipSync(lines(half))), file('b.jsonl', lines(rest))]],
])('tells the true share of a log that was read: %s', async (_, write) => {
  const files = write().map(diskFile)
  const total = files.reduce((sum, each) => sum + each.textSize, 0)
  const reading = { format: null, filter: null, fields: {}, isKnown: () => false }
  let read = 0
  let rows = 0
  let furthest = 0
  for await (const item of loadLogs(files, { ...reading, onBytes: (bytes) => (read += bytes) })) {
    expect(item.kind).toBe('entry')
    furthest = Math.max(furthest, Math.abs(read / total - rows / ROWS))
    rows += 1
  }
  expect(rows).toBe(ROWS)
  expect(furthest).toBeLessThan(0.04)
  expect(read / total).toBeCloseTo(1, 2)
})
