import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { NO_BROWSER, TestBrowser } from '../../browser/test-browser.js'
import { cges } from '../../cli/run-cges.js'

const DEAF = `process.on('SIGTERM', () => 0); process.on('SIGINT', () => 0); setInterval(() => 0, 1000)`

it('starts all that tests start, says so, and hangs', async () => {
  if (NO_BROWSER === null) await (await TestBrowser.open()).page()
  const data = mkdtempSync(join(tmpdir(), 'cges-hanging-'))
  await cges(['up', '--no-dashboard', '--time-scale', '0', '--workers', '1', '--data', data]).says('Ready in')
  spawn(process.execPath, ['-e', DEAF], { detached: true, stdio: 'ignore' }).unref()
  writeFileSync(process.env['READY_FILE'] ?? '', data)
  await new Promise(() => undefined)
})
