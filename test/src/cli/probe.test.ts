import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startOddServer } from '../fleet/odd-server.js'
import { keptRows, matrixOf, matrixOnPage, rowsOfAnyMachine } from '../support/server-matrix.js'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { startReportedServer } from '../vllm/reported-server.js'
import { cges } from './run-cges.js'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function probe(...args: readonly string[]) {
  const run = cges(['probe', ...args])
  const code = await run.code
  return { code, out: run.out(), err: run.err() }
}

it('finds out what the tiny model’s server can do, and exits by what is required', async () => {
  const sim = cges(['sim', '--port', '0', '--mode', 'tiny'])
  closing.push(() => sim.process.kill('SIGTERM'))
  await sim.says('listening')
  const url: string = JSON.parse(sim.out()).listening
  const found = await probe(url, '--require', 'logprobs', 'top-logprobs', 'seed', 'stop', 'streams')
  expect(found.err).toBe('')
  expect(found.code).toBe(0)
  expect(found.out).toMatch(/: vLLM tiny-llama-0\.1\.0, model tiny-counter, context 512 tokens/)
  expect(found.out).toMatch(/seed +honoured/)
  const json = JSON.parse((await probe(url, '--endpoint', 'text', '--json')).out)
  expect(json).toMatchObject({ url, model: 'tiny-counter', preflight: { engine: 'vllm', logprobs: true, refused: [] } })
})

it.each([
  ['nologprobs', 'logprobs', { logprobs: false, topLogprobs: false }],
  ['nonstream', 'streams', { streams: false }],
  ['same', 'seed', { seed: 'unclear' }],
  ['plain', null, { logprobs: true, streams: true }],
])('tells of a server that behaves as reported: %s', async (always, lacks, preflight) => {
  const server = await startReportedServer({ always })
  closing.push(server.close)
  const found = await probe(server.url, '--json', ...(lacks === null ? [] : ['--require', lacks]))
  expect(JSON.parse(found.out)).toMatchObject({ model: 'reported-model', preflight })
  expect(found.code).toBe(lacks === null ? 0 : 1)
  if (lacks !== null) expect(found.err).toContain(`lacks ${lacks}`)
})

it('says what is wrong with an address where no model answers', async () => {
  const empty = createServer((_: IncomingMessage, response) => response.end('hello'))
  await new Promise<void>((listening) => empty.listen(0, '127.0.0.1', listening))
  closing.push(() => empty.close())
  const url = `http://127.0.0.1:${(empty.address() as AddressInfo).port}`
  const wrong = await probe(url)
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/without a list of models: hello/)])
  expect(await probe('not an address')).toMatchObject({ code: 1, err: expect.stringMatching(/write http:/) })
})

it('names the option for the key of a server that requires one', async () => {
  const server = await startOddServer({ key: 'right' })
  closing.push(server.close)
  const bare = await probe(server.url)
  expect(bare).toMatchObject({ code: 1, err: expect.stringMatching(/requires a key\. .* with --key-file\.\n$/u) })
  const folder = mkdtempSync(join(tmpdir(), 'cges-probe-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, 'wrong')
  const wrong = await probe(server.url, '--key-file', file)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/refuses the key\. .* with --key-file/u) })
  writeFileSync(file, 'right\n')
  expect(await probe(server.url, '--key-file', file)).toMatchObject({ code: 0, err: '' })
})

it('shows the table of model servers that is kept', () => expect(matrixOnPage()).toBe(matrixOf(keptRows())))

const OF_ALL = `finds what the table of model servers says, on every server that starts here${LONGER}`

it.runIf(IS_AT_LENGTH)(OF_ALL, { timeout: 300_000 }, async () => {
  const found = await rowsOfAnyMachine()
  expect(found).toEqual(keptRows().filter(({ known }) => known !== 'real'))
})
