import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

it('prints what README.md shows of the replay that anyone can run', () => {
  const [, shown = ''] =
    /replay --demo .*\n```\n\n```\n([^]*?)```/u.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  const run = spawnSync(process.execPath, [`${ROOT}apps/cli/bundle/main.js`, 'replay', '--demo'], { encoding: 'utf8' })
  const printed = `${run.stdout}${run.stderr}`.split('\n')
  const lines = shown.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(7)
  for (const line of lines.filter((each) => each.trim() !== '…')) expect(printed).toContain(line)
})
