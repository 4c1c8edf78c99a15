import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { CHAT } from './answer-form.js'
import { type ChatParts, handleChat } from './chat-handler.js'
import { refusalOf } from './refusal-of.js'

const never = () => new Promise<never>(() => undefined)

it.each(['the key is not looked up', 'no pool is found'])('ends a request in its time though %s', async (what) => {
  const of = what === 'no pool is found' ? async () => 'team' : never
  const ended = vi.fn()
  const parts = {
    callers: { of },
    room: { enter: () => () => undefined },
    pools: { now: never },
    metrics: { ended },
    env: { REQUEST_MS: 50, MOST_BODY_BYTES: 1000 },
  } as unknown as ChatParts
  const server = createServer((request, response) => {
    void handleChat(parts, CHAT, { request, response }).catch((error: unknown) => response.end(refusalOf(error).kind))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })
    expect(await answer.text()).toBe('too_late')
    expect(ended).toHaveBeenCalledWith('too_late')
  } finally {
    server.close()
  }
})
