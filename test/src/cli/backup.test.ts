import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { cges } from './run-cges.js'

it('names the client to install where pg_dump is older than the server, and leaves no file behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-backup-'))
  const tools = mkdtempSync(join(tmpdir(), 'cges-tools-'))
  const old = join(tools, 'pg_dump')
  writeFileSync(old, '#!/bin/sh\necho "pg_dump (PostgreSQL) 12.3"; echo "server version mismatch" >&2; exit 1')
  chmodSync(old, 0o755)
  const run = cges(['backup', join(folder, 'cges.dump')], {
    DATABASE_URL: inject('postgres'),
    PATH: `${tools}:${process.env['PATH'] ?? ''}`,
  })
  expect(await run.code).toBe(1)
  expect(run.err()).toMatch(/pg_dump is version 12\.3, and the server (\d+)\.\d+ needs \1.*postgresql-client-\1 /)
  expect(readdirSync(folder)).toEqual([])
})

it('writes a backup that its owner alone may read, also while it is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-backup-'))
  const tools = mkdtempSync(join(tmpdir(), 'cges-tools-'))
  const seen = join(tools, 'seen')
  const script = `#!/bin/sh
for arg; do case $arg in --file=*) file=\${arg#--file=};; esac; done
umask 022
echo dumped > "$file"
stat --format %a "$file" > '${seen}'`
  writeFileSync(join(tools, 'pg_dump'), script, { mode: 0o755 })
  const dump = join(folder, 'cges.dump')
  writeFileSync(`${dump}.part`, 'of a backup that was killed', { mode: 0o644 })
  const run = cges(['backup', dump], {
    DATABASE_URL: inject('postgres'),
    PATH: `${tools}:${process.env['PATH'] ?? ''}`,
  })
  expect(await run.code, run.err()).toBe(0)
  expect(readFileSync(seen, 'utf8')).toBe('600\n')
  expect(statSync(dump).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['cges.dump'])
})
