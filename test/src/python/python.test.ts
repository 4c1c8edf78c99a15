import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { methodKey, methodLabel, parseMethodSpec, seededRandom } from '@cges-fleet/methods'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { IS_FIRST_LOOK } from '../support/is-first-look.js'
import { decideLines, methodTexts } from './decide-lines.js'
import { findPython, findPythons } from './find-python.js'

const PYTHON = findPython()
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGE = join(ROOT, 'packages', 'python')

type Told = {
  readonly calls: number
  readonly answer: string | null
  readonly reason: string
  readonly score: number | null
}

type Mean = { readonly mean: number }

function run(python: string, args: readonly string[], { input = '', cwd = ROOT } = {}): string {
  const env = { ...process.env, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONPATH: '' }
  return execFileSync(python, args, {
    cwd,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function fromLines(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe.skipIf(PYTHON === null)('the Python package (needs python3, 3.10 or newer)', () => {
  let folder: string
  let clean: string
  let wheel: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cges-python-'))
    run(PYTHON ?? '', ['-m', 'venv', join(folder, 'venv')])
    clean = join(folder, 'venv', 'bin', 'python')
    run(clean, ['-m', 'pip', 'wheel', '--quiet', '--no-deps', PACKAGE, '--wheel-dir', folder])
    wheel = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '')
    run(clean, ['-m', 'pip', 'install', '--quiet', wheel])
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is one wheel of this release, made without a download, and needs no other package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(readdirSync(folder).filter((name) => name.endsWith('.whl'))).toEqual([`cges-${version}-py3-none-any.whl`])
    const told = run(clean, ['-c', 'import cges; print(cges.__version__, cges.__file__)'], { cwd: folder })
    expect(told).toContain(`${version} ${join(folder, 'venv')}`)
    expect(run(clean, ['-m', 'pip', 'check'])).toContain('No broken requirements')
  })

  it.each(IS_FIRST_LOOK ? findPythons().slice(0, 1) : findPythons())(
    'passes its own tests on Python $version',
    ({ python }) => {
      // Pure Python, so that the wheel itself can stand on the path, but for the files it reads: it is unpacked.
      const unpacked = join(folder, 'unpacked')
      run(clean, ['-m', 'zipfile', '--extract', wheel, unpacked])
      const code = `import sys; sys.path.insert(0, sys.argv.pop(1)); import cges, unittest; unittest.main(module=None)`
      const args = ['discover', '--start-directory', join(PACKAGE, 'tests')]
      run(python, ['-B', '-c', code, unpacked, ...args])
    },
  )

  it('says what it is: versions, extras, a licence, how to install it', () => {
    const told = run(clean, ['-c', `import importlib.metadata as m; print(m.metadata('cges').as_string())`])
    expect(told).toMatch(/^License-Expression: Apache-2\.0$/mu)
    for (const { version } of findPythons())
      expect(told).toContain(`Classifier: Programming Language :: Python :: ${version}`)
    for (const extra of ['pandas', 'inspect', 'lm-eval']) expect(told).toContain(`Provides-Extra: ${extra}`)
    expect(told).toContain('pip install')
  })

  it('decides as `cges decide` does', async () => {
    const lines = decideLines(seededRandom('python'), 1500)
    const input = toLines(lines)
    const command = cges(['decide'])
    command.process.stdin?.end(input)
    expect(await command.code, command.err()).toBe(0)
    const node = fromLines(command.out()) as (Told & { questions?: Told[] })[]
    const python = fromLines(run(clean, [join(PACKAGE, 'tests', 'decide_lines.py')], { input })) as typeof node
    expect(python).toHaveLength(lines.length)
    for (const [at, theirs] of python.entries()) {
      const ours = node[at]
      const pairs = ours?.questions?.map((each, place) => [each, theirs.questions?.[place]] as const) ?? [
        [ours, theirs],
      ]
      for (const [one, other] of pairs) expect(other, JSON.stringify(lines[at])).toEqual(asTold(one))
    }
  })

  it('replays the recording that is shipped as `cges replay --in-order` does', async () => {
    const recording = join(ROOT, 'packages', 'tiny-llama', 'recording.jsonl.gz')
    const methods = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'mmc@16', 'cges:confidence=lns-arith,gamma=0.99@16']
    const command = cges(['replay', recording, '--in-order', '--json', '--methods', methods.join(';')])
    expect(await command.code, command.err()).toBe(0)
    const code = `import cges, json, sys; print(json.dumps(list(cges.replay(cges.demo(), sys.argv[1:]))))`
    const python = JSON.parse(run(clean, ['-c', code, ...methods], { cwd: folder }))
    const node = JSON.parse(command.out()) as {
      methods: { method: string; accuracy: Mean; calls: Mean; tokens: Mean; saved: number }[]
    }
    const told = node.methods.map(({ method, accuracy, calls, tokens, saved }) => ({
      method,
      questions: 300,
      accuracy: expect.closeTo(accuracy.mean, 12) as number,
      calls: expect.closeTo(calls.mean, 12) as number,
      tokens: expect.closeTo(tokens.mean, 9) as number,
      saved: expect.closeTo(saved, 12) as number,
    }))
    expect(python).toEqual(told)
  })

  it('reads methods, and refuses texts, in the same words', () => {
    const input = toLines(methodTexts().map((parse) => ({ parse })))
    const python = fromLines(run(clean, [join(PACKAGE, 'tests', 'decide_lines.py')], { input }))
    const node = methodTexts().map((text) => {
      const parsed = parseMethodSpec(text, 16)
      return parsed.ok ? { key: methodKey(parsed.spec), label: methodLabel(parsed.spec) } : { problem: parsed.problem }
    })
    expect(python).toEqual(node)
  })
})

/** The same verdict; scores may differ in their last digits. */
function asTold(one: Told | undefined) {
  const { calls, answer, reason, score = null } = one ?? {}
  return { calls, answer, reason, score: score === null ? null : (expect.closeTo(score, 11) as number) }
}
