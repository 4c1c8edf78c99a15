import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { chatBody, events, metric, post } from './testing/ask-simulator.js'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const children: ChildProcess[] = []

function run(env: Record<string, string>): ChildProcess {
  const child = fork(main, [], { env: { PORT: '0', MODEL: 'm', ...env }, silent: true })
  children.push(child)
  return child
}

async function listening(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message')
  return String((message as { listening: unknown }).listening)
}

function printed(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (bytes: Buffer) => (text += bytes.toString()))
  return () => text
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe.skipIf(!existsSync(main))('the program (skipped where it is not built)', () => {
  test('says where it listens on stdout and to its parent, and goes when the parent does', async () => {
    const child = run({ TIME_SCALE: '0' })
    const output = printed(child.stdout)
    const url = await listening(child)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await expect.poll(output).toBe(`${JSON.stringify({ listening: url })}\n`)
    expect((await post(url, chatBody('1 + 1?'))).status).toBe(200)
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test.each([
    ['0', 'abort'],
    ['30', 'stop'],
  ])('SIGTERM with %s s to finish ends what is being answered with %s', async (seconds, finish) => {
    const child = run({ TIME_SCALE: '0.5', MAX_NUM_SEQS: '1', SHUTDOWN_TIMEOUT: seconds })
    const url = await listening(child)
    const streamed = events(url, chatBody('1 + 1?'))
    const whole = post(url, chatBody('1 + 1?', { stream: false, stream_options: null }))
    await expect.poll(() => metric(url, 'num_requests_waiting')).toBe(1)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await streamed).flatMap(({ choices }) => choices).at(-1)?.finish_reason).toBe(finish)
    expect(await (await whole).json()).toMatchObject({ choices: [{ finish_reason: finish }] })
  })

  test('listens once the model is loaded', async () => {
    const before = performance.now()
    await listening(run({ STARTUP_MS: '400' }))
    expect(performance.now() - before).toBeGreaterThan(400)
  })

  test.each([
    [{ MODE: 'recorded' }, 'set RECORDED_FILE'],
    [{ MODE: 'guess' }, 'MODE must be simulated, recorded, echo or tiny'],
    [{ FAULTS: '[{"fault":{"kind":"?"}}]' }, 'FAULTS must be a JSON list of fault rules: [0].fault.kind: is'],
    [{ HOST: '' }, 'HOST: is empty'],
    [{ TIME_SCALE: 'fast' }, 'TIME_SCALE: must be a number'],
    [{ PORT: '99999' }, 'PORT: must be at most 65535'],
  ])('with %j it says what to set', async (env, message) => {
    const child = run(env)
    const errors = printed(child.stderr)
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(errors()).toContain(message)
  })
})
