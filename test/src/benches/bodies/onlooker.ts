import { setTimeout as sleep } from 'node:timers/promises'
import { ListPools, pathOf } from '@cges-fleet/core/contract'

// A process that repeats a cheap request to the API as a third team, while the bench itself is busy sending; on request
// it reports its slowest answer in milliseconds, -1 if any request failed, and ends.
const [url, key] = process.argv.slice(2)
const PAUSE_MS = 30

const ending = new AbortController()
process.once('message', () => ending.abort())
// The cost of a process's first request is not the API's.
await fetch(`${url}${pathOf(ListPools)}`, { headers: { authorization: `Bearer ${key}` } }).then((response) =>
  response.text(),
)
process.send?.('ready')
let slowestMs = 0
while (!ending.signal.aborted) {
  const began = performance.now()
  const answered = await fetch(`${url}${pathOf(ListPools)}`, { headers: { authorization: `Bearer ${key}` } }).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
  slowestMs = Math.max(slowestMs, answered ? performance.now() - began : Infinity)
  await sleep(PAUSE_MS)
}
process.send?.(slowestMs === Infinity ? -1 : slowestMs)
process.disconnect()
