import { expect, it } from 'vitest'
import { statisticsRoom } from './threads.js'

const MB = 1024 * 1024

it.each([
  { what: 'the chart’s container', limit: 1024, total: 64_000, room: { threads: 2, threadMb: 384 } },
  { what: 'a container of 512 MB', limit: 512, total: 64_000, room: { threads: 1, threadMb: 256 } },
  { what: 'a container too small for both', limit: 256, total: 64_000, room: { threads: 1, threadMb: 160 } },
  { what: 'a machine of 8 GB', limit: null, total: 8192, room: { threads: 2, threadMb: 1024 } },
  { what: 'a large machine', limit: null, total: 256_000, room: { threads: 2, threadMb: 4096 } },
])('leaves the API its own memory in $what', ({ limit, total, room }) => {
  expect(statisticsRoom(undefined, { limit: limit === null ? null : limit * MB, total: total * MB })).toEqual(room)
})

it('takes the setting before either', () => {
  const memory = { limit: 512 * MB, total: 64_000 * MB }
  expect(statisticsRoom(2000, memory)).toEqual({ threads: 2, threadMb: 1000 })
  expect(statisticsRoom(200, memory)).toEqual({ threads: 1, threadMb: 200 })
})
