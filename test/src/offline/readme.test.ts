import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isTrialMethod, parseMethodSpec, ruleOf, RULES } from '@cges-fleet/methods'
import { expect, it } from 'vitest'

/** A line of a table without its widths, and without the language of the rule. */
function words(text: string): string {
  return text.replaceAll(/own: (python3 )?examples\/own-rule\.(mjs|py)/gu, 'own').replaceAll(/ +/gu, ' ')
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

it('prints what README.md shows of the replay that anyone can run', () => {
  const [, shown = ''] =
    /replay --demo .*\n```\n\n(?:> .*\n)+\n```\n([^]*?)```/u.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  const run = spawnSync(process.execPath, [`${ROOT}apps/cli/bundle/main.js`, 'replay', '--demo'], { encoding: 'utf8' })
  const printed = `${run.stdout}${run.stderr}`.split('\n')
  const lines = shown.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(7)
  for (const line of lines.filter((each) => each.trim() !== '…')) expect(printed).toContain(line)
})

it.each(['--method-file', '--method-command'])(
  'prints what docs/own-rule.md shows of a rule of one’s own: %s',
  (option) => {
    const page = readFileSync(`${ROOT}docs/own-rule.md`, 'utf8')
    const [, recording = '', methods = '', rule = ''] =
      new RegExp(`^cges replay (\\S+) --methods "([^"]+)" ${option} "?([^"\\n]+)"?$`, 'mu').exec(page) ?? []
    const [, shown = ''] = /```\n\n```\n([^]*?)\n```/u.exec(page) ?? []
    const args = ['replay', recording, '--methods', methods, option, rule]
    const run = spawnSync(process.execPath, [`${ROOT}apps/cli/bundle/main.js`, ...args], {
      encoding: 'utf8',
      cwd: ROOT,
    })
    const lines = shown.split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(7)
    for (const line of lines) expect(words(run.stdout).split('\n')).toContain(words(line))
  },
)

it('counts in README.md the rules there are, and those that may stop before their budget', () => {
  const early = RULES.filter(({ example, parameters }) => {
    const parsed = parseMethodSpec(example, 16)
    if (!parsed.ok) throw new Error(parsed.problem)
    const { spec } = parsed
    return isTrialMethod(spec) ? ruleOf(spec).nextStop(spec, 0) < spec.budget : !('totalCalls' in parameters)
  })
  const [, some, all] =
    /\| (\d+) of its (\d+) rules, and yours \|/u.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  expect([some, all]).toEqual([String(early.length), String(RULES.length)])
})
