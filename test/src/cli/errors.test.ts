import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges } from './run-cges.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-errors-'))
  chmodSync(folder, 0o755)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

async function refusal(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const run = cges(args, variables)
  expect(await run.code).toBe(1)
  expect(run.err()).not.toMatch(/^\s+at /m)
  return run.err()
}

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('a mistake gets one clear error', () => {
  it.each([
    ['an unknown method', 'methods: [sq]', /methods.*sc, esc, asc-beta, asc-dirichlet, dsc, cges/s],
    ['an unknown parameter', 'methods: ["esc:width=4"]', /width.*window/s],
    ['γ outside (0, 1)', 'methods: ["cges:confidence=lns-arith,gamma=1"]', /gamma.*between 0 and 1/s],
    ['a budget below 1', 'methods: [sc]\nbudget: 0', /budget.*at least 1/s],
    ['an unknown field', 'methods: [sc]\nbugdet: 8', /bugdet/],
  ])('%s', async (name, lines, message) => {
    const file = write(`${name}.yaml`, `benchmark: demo\npool: simulated\n${lines}\n`)
    expect(await refusal(['evaluate', file, '--api', NOWHERE])).toMatch(message)
  })

  it('a file that is no YAML', async () => {
    expect(await refusal(['evaluate', write('broken.yaml', 'methods: [sc'), '--api', NOWHERE])).toMatch(
      /broken\.yaml, line 1: "\[" is never closed\. Add "\]"\./,
    )
  })

  it('a file that is not there', async () => {
    expect(await refusal(['evaluate', join(folder, 'none.yaml'), '--api', NOWHERE])).toMatch(/cannot be read/)
  })

  it('a malformed line of a benchmark, by its number', async () => {
    const good = JSON.stringify({ id: 'a', question: 'One and one?', answer: '2' })
    const file = write('bad.jsonl', `${good}\n{"id": "b", "question": \n`)
    expect(await refusal(['benchmark', 'import', file, '--api', NOWHERE])).toMatch(/line 2: /)
  })

  it('no API', async () => {
    const file = write('fine.yaml', 'benchmark: demo\npool: simulated\nmethods: [sc]\n')
    const said = await refusal(['evaluate', file, '--api', NOWHERE])
    expect(said).toContain(`No API answers at ${NOWHERE}`)
    expect(said).toContain('CGES_API')
  })

  it('a database that cannot be reached', async () => {
    const said = await refusal(['up'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    expect(said).toContain('set DATABASE_URL')
  })

  it('a Redis that cannot be reached', async () => {
    const said = await refusal(['up', '--no-dashboard', '--data', join(folder, 'data')], {
      REDIS_URL: 'redis://127.0.0.1:9',
    })
    expect(said).toContain('set REDIS_URL')
  })

  it('a model server that is not there', async () => {
    const args = ['up', '--no-dashboard', '--data', join(folder, 'data'), '--model-server', NOWHERE]
    expect(await refusal(args)).toContain(`No model server answers at ${NOWHERE}`)
  })

  it('recorded answers that are not there', async () => {
    const args = ['up', '--no-dashboard', '--data', join(folder, 'data'), '--recorded', join(folder, 'none.jsonl')]
    expect(await refusal(args)).toContain('none.jsonl')
  })
})
