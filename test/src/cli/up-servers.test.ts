import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type OddServer, startOddServer } from '../fleet/odd-server.js'
import { type Cges, cges } from './run-cges.js'

const folder = mkdtempSync(join(tmpdir(), 'cges-servers-'))
let server: OddServer | undefined
let up: Cges | undefined

afterEach(async () => {
  up?.process.kill('SIGINT')
  await up?.code
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('names the model server in one sentence and what will not work; prices are said by what they are for; another worker says that it joined', async () => {
  server = await startOddServer({ logprobs: false, refuses: ['min_p', 'request_id'] })
  up = cges(['up', '--no-dashboard', '--model-server', server.url, '--gpus', '0', '--data', join(folder, 'data')])
  await up.says('keeps running')
  const said = up.out().split('\n')
  expect(said.filter((line) => line.startsWith('Servers'))).toEqual([
    'Servers    odd-model on OpenAI-compatible server: no log-probabilities, seed honoured in three short requests.',
  ])
  expect(said.filter((line) => line.startsWith('warning: '))).toEqual([
    'warning: Returns no log-probabilities. Methods that need them cannot run here.',
    'warning: Refuses min_p: the model server answered 400: Unrecognized request argument supplied: min_p. It is left out of requests.',
    'warning: Refuses request_id: the model server answered 400: Unrecognized request argument supplied: request_id. It is left out of requests.',
  ])

  const api = /^API {8}(\S+)$/m.exec(up.out())?.[1] ?? ''
  const priced = async (...options: readonly string[]) => {
    const run = cges(['pool', 'price', 'gpu', ...options, '--api', api])
    expect(await run.code, run.err()).toBe(0)
    return run.out().trim()
  }
  const price = (...options: readonly string[]) => priced(...options, '--currency', 'USD')
  // This makes no currency final.
  expect(await priced('none')).toBe('Pool gpu has no price.')
  expect(await price('none', '--prompt-million', '0.15', '--completion-million', '0.6')).toBe(
    'Pool gpu costs 0.15 USD a million prompt tokens, 0.60 USD a million answer tokens.',
  )
  expect(await price('2.5')).toBe('Pool gpu costs 2.50 USD a GPU hour.')
  expect(await priced('none')).toBe('Pool gpu has no price.')
  expect(await price('none')).toBe('Pool gpu has no price.')

  const [, DATABASE_URL = ''] = /^Add a pool DATABASE_URL='(.+)' cges worker/m.exec(up.out()) ?? []
  const worker = cges(['worker', '--pool', 'second', '--model-server', server.url], { DATABASE_URL })
  await worker.says(`Joined pool second with the model server ${server.url}. Press Ctrl-C to leave.`)
  worker.process.kill('SIGINT')
  expect(await worker.code, worker.err()).toBe(0)

  const logged = cges(['worker', '--pool', 'second', '--model-server', server.url, '--name', 'rack-7'], {
    DATABASE_URL,
    LOG_FORMAT: 'json',
  })
  await expect
    .poll(
      async () => {
        const list = cges(['pool', 'list', '--api', api])
        await list.code
        return list.out()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatch(/^ {2}rack-7 \(…[0-9a-f]{8}\): 16 slots, ready/mu)
  logged.process.kill('SIGINT')
  expect([await logged.code, logged.out()], logged.err()).toEqual([0, ''])
})

it('ends at once if a model server requires a key, or refuses the one given, and names the option', async () => {
  server = await startOddServer({ key: 'right' })
  const data = mkdtempSync(join(tmpdir(), 'cges-servers-'))
  const file = join(data, 'key')
  writeFileSync(file, 'wrong')
  for (const [options, said] of [
    [[], /requires a key: name a file with it, --model-key-file/u],
    [['--model-key-file', file], /refuses the key in \S+key: write the key/u],
  ] as const) {
    up = cges(['up', '--no-dashboard', '--model-server', server.url, ...options, '--data', join(data, 'fleet')])
    expect([await up.code, up.err()]).toEqual([1, expect.stringMatching(said)])
  }
  rmSync(data, { recursive: true, force: true })
})
