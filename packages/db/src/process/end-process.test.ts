import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endProcess, findProcess } from './end-process.js'

const DEAF = `process.on('SIGINT', () => 0); process.on('SIGQUIT', () => 0); console.log('deaf'); setInterval(() => 0, 1000)`

it('ends a process that does not listen, and leaves one of another start alone', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['-e', DEAF.replaceAll('SIGINT', 'SIGTERM')])
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  await endProcess(pid, 'process', 'another start')
  expect(findProcess(pid)).not.toBeNull()
  const exited = once(child, 'exit')
  await endProcess(pid, 'process')
  expect(findProcess(pid)).toBeNull()
  expect((await exited)[1]).toBe('SIGKILL')
  expect(findProcess(pid)).toBeNull()
})

it('sees what a process that computes has used and wanted', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'])
  const pid = child.pid ?? 0
  const before = findProcess(pid)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const after = findProcess(pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findProcess(pid)).toBeNull()
  if (process.platform !== 'linux') return
  expect((after?.wantedMs ?? 0) - (before?.wantedMs ?? 0)).toBeGreaterThan(500)
  expect(after?.startedAt).toBe(before?.startedAt)
  expect(after?.wantedMs ?? 0).toBeGreaterThanOrEqual((after?.cpuMs ?? 0) - 50)
})
