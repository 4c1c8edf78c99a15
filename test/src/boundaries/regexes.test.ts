import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const CHECK = fileURLToPath(new URL('../../../.config/check-regexes.mjs', import.meta.url))
const JUDGE: string = '../../../.config/regexes/judge-regex.mjs'
const EXCEPTIONS = '.config/regexes/exceptions.json'
const SAFE = '.config/regexes/safe.txt'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'regexes-'))
  execFileSync('git', ['init', '--quiet', folder])
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function check(env = {}): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, said: stdout + stderr }
}

/** Slow expressions once found in our sources, each slow in a different way. */
const SLOW = [
  [String.raw`/[?&](?:[^=&#]*(?:key|token)[^=&#]*=|[^&#]*cges_[a-z0-9]{12}_)/i`, /n\^[23]/],
  [String.raw`/ ?\((?:mm|dd|yyyy|yy|[/.-])+\)$/u`, /exponential/],
  [String.raw`/"(?:[^"\\]|\\.)*"|NaN/g`, /n\^2/],
] as const

it.each(SLOW)('finds %s, says where it is and shows an attack', (regex, time) => {
  write('packages/a/src/b.ts', `export const FORM =\n  ${regex}\n`)
  const { status, said } = check()
  expect(status).toBe(1)
  expect(said).toContain(`packages/a/src/b.ts:2 ${regex}`)
  expect(said).toMatch(time)
  expect(said).toMatch(/repeat\(\d+\)/)
})

it('looks at what is built when a module is loaded, and refuses what is built later', () => {
  write('packages/a/package.json', '{"type":"module"}')
  write('packages/a/src/b.ts', "const PART = '[,.]+'\nexport const FORM = new RegExp(`${PART}$`)\n")
  write('packages/a/dist/b.js', "const PART = '[,.]+'\nexport const FORM = new RegExp(`${PART}$`)\n")
  expect(check().said).toMatch(/packages\/a\/src\/b\.ts:2 \/\[,\.\]\+\$\/\n.*n\^2/)
  write('packages/a/src/b.ts', 'export const form = (part) => RegExp(part)\n')
  write('packages/a/dist/b.js', 'export const form = (part) => RegExp(part)\n')
  expect(check()).toEqual({ status: 1, said: expect.stringContaining('b.ts:1 is built where it is used') })
})

it('takes an exception with its reason, and no other', () => {
  const about = { file: 'apps/a/src/b.ts', regex: '/[,.]+$/' }
  write('apps/a/src/b.ts', 'export const FORM = /[,.]+$/\n')
  write('apps/a/src/b.test.ts', 'export const FORM = /[;:]+$/\n')
  write(EXCEPTIONS, JSON.stringify([{ ...about, reason: 'A name has at most forty characters.' }]))
  expect(check()).toEqual({ status: 0, said: '1 regular expressions take linear time, but for 1 exceptions.\n' })
  write(EXCEPTIONS, JSON.stringify([about]))
  expect(check().said).toContain('say why apps/a/src/b.ts may')
  write('apps/a/src/b.ts', 'export const FORM = /[,.]$/\n')
  expect(check().said).toContain(`take out ${about.file} ${about.regex}`)
})

it('keeps what is safe, and looks at it again for a release', async () => {
  const { keyOf } = (await import(JUDGE)) as {
    keyOf: (regex: { source: string; flags: string }) => string
  }
  write('apps/a/src/b.ts', 'export const FORM = /[,.]$/\n')
  expect(check().status).toBe(0)
  expect(readFileSync(join(folder, SAFE), 'utf8')).toBe(`${keyOf({ source: '[,.]$', flags: '' })}\n`)

  write('apps/a/src/b.ts', 'export const FORM = /[,.]+$/\n')
  write(SAFE, `${keyOf({ source: '[,.]+$', flags: '' })}\n`)
  expect(check().status).toBe(0)
  expect(check({ CGES_RELEASE: '1' }).status).toBe(1)
})
