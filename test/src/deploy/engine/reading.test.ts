import { describe, expect, it } from 'vitest'
import { notUp, readContainers } from './compose-containers.js'
import { parseOptions, PARTS } from './options.js'
import { mountsBelow } from './own-engine.js'
import { cpuShare, usageOf } from './usage.js'
import { type Machine, whyNot } from './why-not.js'

const container = (more: object) => ({
  ID: 'a1',
  Name: 'fleet-worker-1',
  Service: 'worker',
  State: 'running',
  Health: 'healthy',
  ExitCode: 0,
  ...more,
})

describe('containers', () => {
  it('are read from a line each and from one list', () => {
    const two = [container({}), container({ ID: 'b2', Labels: 'not read' })]
    const lines = two.map((each) => JSON.stringify(each)).join('\n')
    expect(readContainers(`${lines}\n`)).toEqual(readContainers(JSON.stringify(two)))
    expect(readContainers(lines).map(({ ID }) => ID)).toEqual(['a1', 'b2'])
    expect(readContainers('')).toEqual([])
    expect(() => readContainers('{"ID": 1}')).toThrow()
  })

  it('are up when healthy, or ended with 0', () => {
    const states = [
      container({}),
      container({ State: 'exited', Health: '' }),
      container({ State: 'exited', Health: '', ExitCode: 137 }),
      container({ Health: 'starting' }),
      container({ State: 'restarting', Health: '' }),
    ]
    expect(states.map((state) => notUp([state]).length)).toEqual([0, 0, 1, 1, 1])
  })
})

const stats = (total: number, memory: object) => ({
  cpu_stats: { cpu_usage: { total_usage: total } },
  memory_stats: memory,
  pids_stats: { current: 11 },
})

describe('what a container used', () => {
  it('leaves out the file cache that could be dropped, in either hierarchy of control groups', () => {
    const older = usageOf(stats(5, { usage: 100, stats: { total_inactive_file: 30, inactive_file: 1 } }))
    expect(older).toEqual({ cpuNanoseconds: 5, memoryBytes: 70, processes: 11 })
    expect(usageOf(stats(5, { usage: 100, stats: { inactive_file: 30 } })).memoryBytes).toBe(70)
    expect(usageOf({ ...stats(5, {}), pids_stats: {} })).toEqual({ cpuNanoseconds: 5, memoryBytes: 0, processes: 0 })
  })

  it('is a share of one processor', () => {
    expect(cpuShare(usageOf(stats(1e9, {})), usageOf(stats(4e9, {})), 60)).toBeCloseTo(0.05)
  })
})

describe('why no engine can run', () => {
  const machine: Machine = {
    platform: 'linux',
    root: true,
    controllers: ['cpu', 'memory', 'pids', 'io'],
    overlay: true,
    forwards: true,
    freeGigabytes: 50,
    missing: [],
  }

  it('is nothing where all is there', () => {
    expect(whyNot(machine)).toEqual([])
  })

  it.each<[Partial<Machine>, RegExp]>([
    [{ platform: 'darwin' }, /needs Linux/],
    [{ root: false }, /sudo/],
    [{ controllers: ['cpu', 'pids'] }, /no control group for memory$/],
    [{ overlay: false }, /overlay/],
    [{ forwards: false }, /--host/],
    [{ freeGigabytes: 3.2 }, /^3 GB .* --data$/],
    [
      { missing: [{ program: 'dockerd', install: 'apt-get install docker.io' }] },
      /^dockerd is missing: apt-get install docker.io,/,
    ],
  ])('is said of %j', (without, reason) => {
    expect(whyNot({ ...machine, ...without })).toEqual([expect.stringMatching(reason)])
  })
})

const mount = (path: string) => `36 35 98:0 / ${path} rw,noatime shared:1 - ext4 /dev/root rw`

it('finds the mounts that an engine left in its folder, the deepest first', () => {
  const text = ['/', '/tmp/engine-2/x', '/tmp/engine', '/tmp/engine/a', '/tmp/engine/a/b'].map(mount).join('\n')
  expect(mountsBelow(`${text}\n`, '/tmp/engine')).toEqual(['/tmp/engine/a/b', '/tmp/engine/a'])
})

describe('options', () => {
  it('are an engine of its own in a temporary folder unless said', () => {
    expect(parseOptions([])).toEqual({
      host: null,
      data: null,
      from: null,
      only: [...PARTS],
      install: false,
      help: false,
    })
    expect(parseOptions(['--from', 'none', '--data', '/var/engine', '--install'])).toMatchObject({
      from: 'none',
      install: true,
    })
    expect(parseOptions(['--only', 'data,rest']).only).toEqual(['rest', 'data'])
  })

  it.each([['--what'], ['positional'], ['--host', 'tcp://far:2375'], ['--from'], ['--only', 'rest,lunch']])(
    'refuse %j',
    (...args) => {
      expect(() => parseOptions(args)).toThrow()
    },
  )
})
