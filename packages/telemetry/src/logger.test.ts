import { describe, expect, it, vi } from 'vitest'
import { jsonLine, type LogEntry, logger, textLine, withFields } from './logger.js'

const ENTRY: LogEntry = {
  time: new Date('2026-11-21T10:00:00.000Z'),
  level: 'warn',
  service: 'cges-worker',
  part: 'Sample',
  message: 'drawn again',
  fields: { trial: 't-1', sample: 3, trace: undefined },
}

it('writes one line of JSON with the ids as fields of their own', () => {
  expect(JSON.parse(jsonLine(ENTRY))).toEqual({
    time: '2026-11-21T10:00:00.000Z',
    level: 'warn',
    service: 'cges-worker',
    part: 'Sample',
    message: 'drawn again',
    trial: 't-1',
    sample: 3,
  })
  expect(jsonLine({ ...ENTRY, message: 'two\nlines' })).not.toContain('\n')
})

it('writes for people what happened, then what it is about', () => {
  expect(textLine(ENTRY)).toBe('WARN  [Sample] drawn again trial=t-1 sample=3')
  expect(textLine({ ...ENTRY, fields: { stack: 'Error: x\n    at y' } })).toMatch(/drawn again\nError: x\n {4}at y$/)
})

it('adds to an entry the fields of its logger, and of the work that it is logged in', () => {
  const lines: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const own = logger('Call', { request: 't/3/1', fence: 1 })
  own.warn('drawn again', { fence: 2 })
  withFields({ request: 'r', team: 'a' }, () => own.warn('handed back'))
  stderr.mockRestore()
  expect(lines).toEqual([
    expect.stringMatching(/drawn again.*t\/3\/1.*2/),
    expect.stringMatching(/handed back.*t\/3\/1.*1/),
  ])
  expect(lines[1]).toContain('team')
})

describe('no line holds a secret', () => {
  it.each([
    ['a password in an address', 'connect postgres://cges:hunter2@db:5432/cges failed', 'postgres://cges:…@db'],
    ['a password without a user', 'rediss://:hunter2@redis:6379', 'rediss://:…@redis'],
    ['a bearer token', 'sent Authorization: Bearer hunter2.abc-_~+/=', 'Bearer …'],
    ['a key of ours', 'the key cges_abcdefghijkl_hunter2hunter2 is void', 'cges_abcdefghijkl_…'],
    ['a session', 'Cookie: a=b; __Host-cges=hunter2hunter2', '__Host-cges=…'],
  ])('%s', (_, message, shown) => {
    for (const write of [jsonLine, textLine]) {
      for (const entry of [
        { ...ENTRY, message },
        { ...ENTRY, fields: { stack: message } },
        { ...ENTRY, fields: { reason: message } },
      ]) {
        expect(write(entry)).not.toContain('hunter2')
        expect(write(entry)).toContain(shown)
      }
    }
  })

  it('and an address without one stays whole', () => {
    expect(textLine({ ...ENTRY, message: 'http://127.0.0.1:8000/v1 answered 404 at 10:00' })).toContain(
      'http://127.0.0.1:8000/v1 answered 404 at 10:00',
    )
  })
})
