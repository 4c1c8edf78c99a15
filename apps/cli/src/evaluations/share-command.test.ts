import { expect, it, vi } from 'vitest'
import type { ApiClient } from '../api/api-client.js'
import { shareCommand } from './share-command.js'

async function saidWith(dashboard: string): Promise<string> {
  const made = { id: 'link-1', token: 'abc', expiresAt: '2026-12-30T09:00:00Z' }
  const api = { call: () => Promise.resolve(made) } as unknown as ApiClient
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await shareCommand(() => api).parseAsync(['evaluation', 'id', '--dashboard', dashboard], { from: 'user' })
  const text = said.mock.calls.flat().join('\n')
  vi.restoreAllMocks()
  return text
}

it('says that a link of this computer opens on no other, and of others nothing like it', async () => {
  expect(await saidWith('http://localhost:3000')).toMatch(
    /^Anybody on this computer .*\n.*\nFor others, pass --dashboard/,
  )
  const elsewhere = await saidWith('https://cges.example.org')
  expect(elsewhere).toMatch(/^Anybody with this link/)
  expect(elsewhere).not.toContain('--dashboard')
})
