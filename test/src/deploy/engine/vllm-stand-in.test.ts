import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../root.js'

const SCRIPT = `${ROOT}test/src/deploy/engine/images/vllm-stand-in.sh`
const folder = mkdtempSync(join(tmpdir(), 'cges-stand-in-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fakeNode = join(folder, 'node')
writeFileSync(fakeNode, '#!/bin/sh\necho "$MODEL $PORT $MAX_NUM_SEQS $SHUTDOWN_TIMEOUT"\n')
chmodSync(fakeNode, 0o755)

function serve(args: readonly string[]) {
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], { encoding: 'utf8', env })
  return { status, out: (stdout + stderr).trim() }
}

const { services } = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8')) as {
  services: Record<string, { command: string[] }>
}

it.each([
  ['vllm', '8000 64 20'],
  ['reward', '8000'],
])('takes the command line that Compose gives %s', (service, settings) => {
  const args = services[service]?.command ?? []
  expect(serve(['serve', 'a/model', ...args.filter((arg) => arg.startsWith('--'))])).toEqual({
    status: 0,
    out: `a/model ${settings}`,
  })
})

it('refuses what it has not heard of', () => {
  expect(serve(['serve', 'a/model', '--max-num-sequences=64'])).toEqual({
    status: 2,
    out: 'vllm serve --max-num-sequences=64 is not simulated',
  })
  expect(serve(['bench'])).toEqual({ status: 2, out: 'vllm bench is not simulated' })
})
