import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { EXIT_CODES } from './shell/exit-codes.js'
import { WIDTH } from './shell/format.js'
import { EXAMPLES } from './shell/examples.js'
import { GROUPS, walkCommands } from './shell/help.js'
import { program } from './program.js'
import { RENAMED } from './research/renamed-command.js'

const whole = await program()
const all = [{ path: '', command: whole }, ...walkCommands(whole)]
const leaves = all.filter(({ command }) => command.commands.length === 0)

const page = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8')

/** The arguments an example gives to `cges`. */
function argumentsOf(example: string): string[] {
  const [, called = ''] = /(?:^| )cges (.*)$/u.exec(example) ?? []
  const name = called.replace(/ [<>] .*$/u, '')
  return [...name.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

function silent(root: Command): { root: Command; ran: string[] } {
  const ran: string[] = []
  for (const { path, command } of walkCommands(root)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined })
    if (command.commands.length === 0) command.action(() => void ran.push(path))
  }
  return { root: root.exitOverride(), ran }
}

describe('every command', () => {
  it('has a help that fits a terminal, but for what is copied from it', () => {
    const wide: string[] = []
    for (const { path, command } of all) {
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      command.outputHelp()
      const help = write.mock.calls.map(([text]) => String(text)).join('')
      write.mockRestore()
      expect(help).toContain('Usage')
      const lines = help.split('\n').filter((line) => line.length > WIDTH)
      wide.push(
        ...lines
          .filter((line) => !/^ *(?:\{|cges \S|echo |export )|^ *\S+$/u.test(line))
          .map((line) => `${path}: ${line}`),
      )
    }
    expect(wide).toEqual([])
  })

  it('has examples in its help', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(all.map(({ path }) => path).toSorted())
    for (const { path, command } of all) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      for (const example of EXAMPLES[path] ?? []) expect(help).toContain(example)
    }
  })

  it.each(Object.entries(EXAMPLES).flatMap(([path, lines]) => lines.map((line) => [path, line] as const)))(
    '%s can be called as its help shows: %s',
    async (path, line) => {
      const { root, ran } = silent(await program(argumentsOf(line)[0]))
      await root.parseAsync(argumentsOf(line), { from: 'user' })
      expect(ran).toHaveLength(1)
      expect(`${ran[0]} `.startsWith(path === '' ? '' : `${path} `)).toBe(true)
    },
  )

  it('stands under one heading of the list, and no other is named there', async () => {
    const root = await program()
    expect(Object.values(GROUPS).flat().toSorted()).toEqual(root.commands.map((each) => each.name()).toSorted())
    for (const command of root.commands) expect(GROUPS[command.helpGroup()]).toContain(command.name())
  })

  it('gives JSON but for those of which docs/commands.md says why', () => {
    const without = leaves.filter(
      ({ command }) => !command.options.some(({ long, hidden }) => long === '--json' && !hidden),
    )
    const [, excused = ''] = /^These have no `--json`: ([^]*?)\n\n/mu.exec(page) ?? []
    const named = [...excused.matchAll(/`([a-z]+(?: [a-z]+)?)`/gu)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(without.map(({ path }) => path)))
  })

  it('that gives JSON does so by the same option', () => {
    const options = all.flatMap(({ command }) => command.options.filter(({ hidden }) => !hidden))
    const named = (long: string) => options.filter((option) => option.long === long)
    expect([...new Set(named('--json').map(({ flags, description }) => `${flags}: ${description}`))]).toEqual([
      '--json: print JSON in place of text',
    ])
    expect(options.filter(({ argChoices, long }) => long === '--format' && argChoices?.includes('json'))).toEqual([])
  })
})

it('means what one does not know: the nearest command, the nearest option', async () => {
  const said: string[] = []
  for (const args of [['repaly'], ['replay', '--metods', 'sc'], ['benchmark', 'improt', 'x']]) {
    const { root } = silent(await program(args[0]))
    for (const { command } of [{ command: root }, ...walkCommands(root)]) {
      command.configureOutput({ writeErr: (text) => void said.push(text) })
    }
    await expect(root.parseAsync(args, { from: 'user' })).rejects.toThrow()
  }
  expect(said.join('')).toMatch(/Did you mean replay\?[^]*Did you mean --methods\?[^]*Did you mean import\?/u)
})

it.each([
  [['replay', 'x.jsonl', '--format', 'inspcet'], 'inspect'],
  [['import', 'x.jsonl', '--kind', 'maht'], 'math'],
  [['research', 'reproduce', '--benchmark', 'gms8k'], 'gsm8k'],
  [['tune', 'x.jsonl', '--signal', 'lns-airth'], 'lns-arith'],
  [['completion', 'bsah'], 'bash'],
])('means what one does not know of a value: %j', async (args, meant) => {
  const { root } = silent(await program(args[0]))
  await expect(root.parseAsync(args, { from: 'user' })).rejects.toThrow(`; did you mean ${meant}?`)
})

it('says in one place what exit codes mean', () => {
  for (const [status, meaning] of EXIT_CODES) expect(page).toContain(`| ${status} | ${meaning} |`)
})

async function scriptOf(shell: string): Promise<string> {
  const lines: string[] = []
  const root = await program('completion')
  const log = console.log
  console.log = (text: string) => void lines.push(text)
  try {
    root.parse(['completion', shell], { from: 'user' })
  } finally {
    console.log = log
  }
  return lines.join('\n')
}

async function complete(...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const script = `COMP_WORDS=(cges ${quoted}); COMP_CWORD=${words.length}; _cges; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await scriptOf('bash')}\n${script}`], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

/** What fish offers for a line, in the order of the alphabet. */
async function completeInFish(line: string): Promise<string[]> {
  const run = spawnSync('fish', ['--no-config', '-c', `${await scriptOf('fish')}\ncomplete -C '${line}'`], {
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  const found = run.stdout.trim().split('\n')
  return found.map((each) => each.split('\t')[0] ?? '').toSorted((one, other) => one.localeCompare(other))
}

it('loads the command that is called, and to say its version none', async () => {
  for (const { path } of all.filter((each) => !/ |^$|^completion$/u.test(each.path))) {
    const loaded = (await program(path)).commands.map((command) => command.name())
    expect(loaded).toContain(path)
    expect(loaded.length).toBeLessThan(10)
  }
  expect((await program('--version')).commands.map((command) => command.name())).toEqual(['completion'])
})

describe('completion', () => {
  it('completes commands, their own commands and their options in bash', async () => {
    expect(await complete('rep')).toEqual(['replay', 'report'])
    expect(await complete('benchmark', '')).toEqual(['list', 'import'])
    expect(await complete('replay', '--demo', '--method-s')).toEqual(['--method-set-command'])
    expect(await complete('replay', 'run')).toEqual([])
  })

  it('names every command to zsh and fish', async () => {
    const zsh = await scriptOf('zsh')
    const fish = await scriptOf('fish')
    expect(zsh).toMatch(/^#compdef cges\n/u)
    for (const { path } of leaves) {
      const name = path.split(' ').at(-1) ?? ''
      expect(fish).toContain(` -a ${name} -d '`)
      expect(zsh).toContain(`'${name}:`)
    }
  })

  it.skipIf(spawnSync('zsh', ['-c', 'true']).status !== 0)('completes the same in zsh (needs zsh)', async () => {
    const script = [
      'compdef() { }',
      '_describe() { print -rl -- "${(@P)@[-1]%%:*}" }',
      '_files() { print -r -- FILES }',
      'asked() { local -a words; words=(cges "$@"); local CURRENT=$#words PREFIX=$words[-1]; _cges }',
      await scriptOf('zsh'),
    ]
    const completed = (...words: string[]) => {
      const run = spawnSync('zsh', [
        '-fc',
        [...script, `asked ${words.map((word) => `'${word}'`).join(' ')}`].join('\n'),
      ])
      expect(run.stderr.toString()).toBe('')
      return run.stdout.toString().trim().split('\n')
    }
    expect(completed('rep')).toEqual(expect.arrayContaining(['replay', 'report']))
    expect(completed('benchmark', '')).toEqual(expect.arrayContaining(['list', 'import']))
    expect(completed('replay', '--demo', '--me')).toEqual(
      expect.arrayContaining(['--methods', '--method-file', '--help']),
    )
    expect(completed('replay', 'run')).toEqual(['FILES'])
  })

  it.skipIf(spawnSync('fish', ['-c', 'true']).status !== 0)('completes the same in fish (needs fish)', async () => {
    expect(await completeInFish('cges rep')).toEqual(['replay', 'report'])
    expect(await completeInFish('cges benchmark ')).toEqual(['import', 'list'])
    expect(await completeInFish('cges replay --demo --me')).toEqual([
      '--method-command',
      '--method-file',
      '--method-set-command',
      '--methods',
    ])
  })
})

it.each(RENAMED)('says the new name of %s, and ends with 2', async (name) => {
  const cges = await program(name)
  await expect(cges.parseAsync(['node', 'cges', name, '--quick', 'x'])).rejects.toThrow(`cges research ${name}`)
  expect(process.exitCode).toBe(2)
  process.exitCode = undefined
})
