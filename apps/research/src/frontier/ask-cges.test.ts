import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { askJson } from './ask-cges.js'

const folder = mkdtempSync(join(tmpdir(), 'cges-asked-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('takes what a replay prints where one of its methods could not run, and no other failure', async () => {
  const log = join(folder, 'log.jsonl')
  const rows = ['a', 'b'].map((id) => ({ question_id: id, answer: '2', samples: [{ answer: '2' }, { answer: '3' }] }))
  writeFileSync(log, rows.map((row) => JSON.stringify(row)).join('\n'))
  const { methods } = await askJson<{ readonly methods: readonly unknown[] }>(['replay', log, '--methods', 'sc;cges'])
  expect(methods).toHaveLength(1)
  await expect(askJson(['replay', join(folder, 'none.jsonl')])).rejects.toMatchObject({ code: 1 })
})
