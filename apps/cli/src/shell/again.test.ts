import { afterEach, expect, it, vi } from 'vitest'
import { againWith } from './again.js'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['replay log.jsonl --kind choice', ['--kind math'], 'cges replay log.jsonl --kind math'],
  [
    'replay --kind=choice log.jsonl',
    ['--answers text --kind math'],
    'cges replay log.jsonl --answers text --kind math',
  ],
  ['replay log.jsonl --anyway', ['--grades recorded', '--anyway'], 'cges replay log.jsonl --grades recorded --anyway'],
  ['replay log.jsonl --kind choice', ['--anyway'], 'cges replay log.jsonl --kind choice --anyway'],
])('writes `%s` again with %j', (given, options, written) => {
  vi.stubGlobal('process', { ...process, argv: ['node', 'cges', ...given.split(' ')] })
  expect(againWith(...options)).toBe(written)
})
