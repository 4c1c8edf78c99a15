import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { program } from './program.js'
import { walkCommands } from './shell/help.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const inFolder = (folder: string) =>
  readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'k8s/README.md',
  'packages/methods/README.md',
  'packages/python/README.md',
  ...inFolder('docs'),
  ...inFolder('.config/pack'),
]

const CALLED = /^(?:npx |npm run --silent )?cges(?: -- | |$)/u

/** What a command line gives to `cges`, without what comes before and after it in the shell; null for other programs. */
function givenTo(line: string): string[] | null {
  const bare = line
    .replace(/ +# .*$/u, '')
    .replace(/^(?:\w+=(?:'[^']*'|"[^"]*"|\S*) )+/u, '')
    .replace(/^echo .* \| /u, '')
  if (!CALLED.test(bare)) return null
  const own = bare.replace(CALLED, '').replace(/ [<>|] .*$/u, '')
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

function linesOfShell(page: string): string[] {
  return [...page.matchAll(/^ *```sh\n([^]*?)^ *```/gmu)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/gu, '').split(/\n| && /u))
    .map((line) => line.trim())
}

function inline(page: string): string[] {
  const prose = page.replaceAll(/^ *```[^]*?^ *```/gmu, '')
  return [...prose.matchAll(/`((?:npx )?cges [^`\n]+(?:\n[^`\n]+)?)`/gu)].map(([, text = '']) =>
    text.replaceAll(/\s+/gu, ' '),
  )
}

/** Parses it as the program would, running nothing. Returns the code of what was refused, or null. */
async function refusal(args: readonly string[]): Promise<string | null> {
  const root = await program(args[0] ?? '')
  for (const { command } of [{ command: root }, ...walkCommands(root)]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    if (command.commands.length === 0) command.action(() => undefined)
  }
  try {
    await root.parseAsync([...args], { from: 'user' })
    return null
  } catch (error) {
    return error instanceof CommanderError ? `${error.code}: ${error.message}` : String(error)
  }
}

/** Options that are named and that the command has not: an argument that is missing is reported before them. */
async function unknownOptions(args: readonly string[]): Promise<string[]> {
  let command = await program(args[0] ?? '')
  for (const name of args) command = command.commands.find((each) => each.name() === name) ?? command
  const known = new Set([...command.options.map(({ long }) => long), '--help', '--version'])
  return args.filter((each) => each.startsWith('--') && !known.has(each.replace(/=.*$/u, '')))
}

/** A sentence may name a command without its arguments, or its help, or stand for any. */
const ENOUGH_IN_A_SENTENCE = /^commander\.(?:missing|help|optionMissing|version)/u
const ANY = /^[A-Z]+$/u

describe.each(PAGES)('%s', (name) => {
  const page = readFileSync(`${ROOT}${name}`, 'utf8')

  it('shows commands that can be called', async () => {
    for (const line of linesOfShell(page)) {
      const args = givenTo(line)
      if (args !== null && !args.includes('--help')) expect(await refusal(args), line).toBeNull()
    }
  })

  it('names commands and options that there are', async () => {
    for (const text of inline(page)) {
      const args = givenTo(text)
      if (args === null || ANY.test(args[0] ?? '')) continue
      expect(await unknownOptions(args), text).toEqual([])
      expect((await refusal(args)) ?? 'commander.missing', text).toMatch(ENOUGH_IN_A_SENTENCE)
    }
  })
})

it('reads the lines of a shell as a shell does', () => {
  expect(givenTo('echo \'{"a":1}\' | npx cges decide   # one line')).toEqual(['decide'])
  expect(givenTo("A=b C='d e' cges worker --pool x > out")).toEqual(['worker', '--pool', 'x'])
  expect(givenTo('curl http://a')).toBeNull()
  const found = PAGES.flatMap((name) => linesOfShell(readFileSync(`${ROOT}${name}`, 'utf8'))).filter((line) =>
    givenTo(line),
  )
  expect(found.length).toBeGreaterThan(50)
})
