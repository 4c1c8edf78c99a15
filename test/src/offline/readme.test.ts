import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTrialMethod, parseMethodSpec, ruleOf, RULES } from '@cges-fleet/methods'
import { expect, it } from 'vitest'

/** A line of a table without its widths, and without the language of the rule. */
function words(text: string): string {
  return text.replaceAll(/own: (python3 )?own-rule\.(mjs|py)/gu, 'own').replaceAll(/ +/gu, ' ')
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

it('prints what README.md shows of the replay that anyone can run', () => {
  const [, shown = ''] = /\n```\n(300 questions[^]*?)```/u.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  const run = spawnSync(process.execPath, [`${ROOT}apps/cli/bundle/main.js`, 'replay', '--demo'], { encoding: 'utf8' })
  const printed = `${run.stdout}${run.stderr}`.split('\n')
  const lines = shown.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(6)
  for (const line of lines) expect(printed).toContain(line)
})

/** The rules that a page shows, and the files of a checkout that they are; a reader saves them under their names. */
const RULES_SHOWN = [
  ['docs/own-rule.md', 'js', 'own-rule.mjs'],
  ['docs/own-rule.md', 'python', 'own-rule.py'],
  ['docs/methods.md', 'js', 'own-set-rule.mjs'],
] as const

function ruleShown(page: string, language: string): string {
  const [, shown = ''] =
    new RegExp(`^\`\`\`${language}\\n([^]*?)\`\`\``, 'mu').exec(readFileSync(`${ROOT}${page}`, 'utf8')) ?? []
  return shown
}

it.each(RULES_SHOWN)('shows in %s the rule in %s that is examples/%s', (page, language, file) => {
  expect(ruleShown(page, language)).toBe(readFileSync(`${ROOT}examples/${file}`, 'utf8'))
})

it.each([
  ['docs/own-rule.md', '--method-file', 12],
  ['docs/own-rule.md', '--method-command', 12],
  ['docs/methods.md', '--method-file', 0],
])(
  'runs as %s shows in a folder that holds nothing but rules: %s; of what it prints, %i lines',
  (file, option, printed) => {
    const page = readFileSync(`${ROOT}${file}`, 'utf8')
    const folder = mkdtempSync(join(tmpdir(), 'cges-own-rule-'))
    try {
      for (const [of, language, name] of RULES_SHOWN) writeFileSync(join(folder, name), ruleShown(of, language))
      const [, recording = '', methods = '', rule = ''] =
        new RegExp(`^cges replay (\\S+) --methods "([^"]+)" ${option} "?([^"\\n]+)"?$`, 'mu').exec(page) ?? []
      const args = ['replay', recording, '--methods', methods, option, rule]
      const run = spawnSync(process.execPath, [`${ROOT}apps/cli/bundle/main.js`, ...args], {
        encoding: 'utf8',
        cwd: folder,
      })
      expect(run.status, run.stderr).toBe(0)
      expect(run.stdout).toContain(`own: ${rule}`)
      // What the page shows of it.
      const [, shown = ''] = /```\n\n```\n(300 questions[^]*?)\n```/u.exec(page) ?? []
      const lines = shown.split('\n').filter((line) => line !== '')
      expect(lines).toHaveLength(printed)
      for (const line of lines) expect(words(run.stdout).split('\n')).toContain(words(line))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

it('counts in README.md the rules there are, and those that may stop before their budget', () => {
  const early = RULES.filter(({ example, parameters }) => {
    const parsed = parseMethodSpec(example, 16)
    if (!parsed.ok) throw new Error(parsed.problem)
    const { spec } = parsed
    return isTrialMethod(spec) ? ruleOf(spec).nextStop(spec, 0) < spec.budget : !('totalCalls' in parameters)
  })
  const [, some, all] = /\| (\d+) of its (\d+) rules \|/u.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  expect([some, all]).toEqual([String(early.length), String(RULES.length)])
})

/** The cells of a row in Markdown. */
const split = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((each) => each.trim())

interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

it('shows in docs/frontier.md what the measurements have', () => {
  const tables = JSON.parse(readFileSync(`${ROOT}docs/data/frontier.json`, 'utf8')) as Table[]
  const titled = (title: string) => tables.find((table) => table.title.startsWith(title))
  const cell = (table: Table | undefined, rule: string, column: string) => {
    const at = table?.head.indexOf(column) ?? -1
    return table?.rows.find(([first]) => first === rule)?.[at] ?? ''
  }
  const page = readFileSync(`${ROOT}docs/frontier.md`, 'utf8')
  const [head = '', , ...rows] = /^\| rule \|[^]*?\n\n/mu.exec(page)?.[0].trim().split('\n') ?? []
  const columns = split(head).slice(1, -1)
  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows.map(split)) {
    const [rule = ''] = row
    expect(row.slice(1, -1)).toEqual(columns.map((column) => cell(titled('At a threshold chosen'), rule, column)))
    expect(row.at(-1)).toBe(cell(titled('Tuned on the other half'), rule, 'significantly above / below'))
  }
})

const COUNTS =
  /^(?:esc|asc-dirichlet|dsc|cges, a constant|voi|majority|mmc|cite|bayes.*|doubling|fixed-total|blend-asc)$/u

it('says in README.md that no rule by counts is more than a point above asc-beta, and by how much confidences can mislead', () => {
  const tables = JSON.parse(readFileSync(`${ROOT}docs/data/frontier.json`, 'utf8')) as Table[]
  const both = tables.filter(({ title }) => /^(?:Untuned|Tuned on the other half)/u.test(title))
  const gains = both.flatMap(({ title, head, rows }) => {
    const places = [...head.keys()].filter((at) => !/^(?:rule|knobs|significantly.*)$/u.test(head[at] ?? ''))
    expect(places).toHaveLength(13)
    const points = (row: readonly string[]) =>
      places
        .map((at) => Number.parseFloat((row[at] ?? '').replaceAll('*', '').replace('−', '-')))
        .filter(Number.isFinite)
    return rows.map((row) => ({ title, rule: row[0] ?? '', points: points(row) }))
  })
  const counting = gains.filter(({ rule }) => COUNTS.test(rule))
  expect(counting.length).toBeGreaterThan(20)
  expect(Math.max(...counting.flatMap(({ points }) => points))).toBeLessThanOrEqual(1)
  const [untuned] = gains.filter(({ title, rule }) => title.startsWith('Untuned') && rule === 'cges on rewards')
  const losses = (untuned?.points ?? []).filter((points) => points < 0).map((points) => Math.round(-points))
  expect(losses).toHaveLength(3)
  const readme = readFileSync(`${ROOT}README.md`, 'utf8').replaceAll(/\s+/gu, ' ')
  expect(readme).toContain(
    `[${Math.min(...losses)} to ${Math.max(...losses)} points below \`asc-beta\`](docs/frontier.md) on three sets`,
  )
})
