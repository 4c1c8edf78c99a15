import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { diskFile } from './disk-file.js'

const folder = mkdtempSync(join(tmpdir(), 'disk-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Node 22 hung where all of a file was read, and waited to be unpacked. */
it('lets a reader stop when the last chunk of a packed file is read and not unpacked', async () => {
  const file = join(folder, 'packed.gz')
  const lines = Array.from({ length: 4800 }, (_, n) => `${`thought ${n} ${n * n} `.repeat(100)}\n`)
  writeFileSync(file, gzipSync(lines.join('')))
  const chunks = Math.ceil(statSync(file).size / (1 << 14))
  expect(chunks).toBe(5)
  let read = 0
  const stopped = (async () => {
    for await (const _ of diskFile(file).text()) {
      await sleep(5)
      if (++read === 2) break
    }
    return read
  })()
  expect(await Promise.race([stopped, sleep(10_000, 'waits for ever')])).toBe(2)
})
