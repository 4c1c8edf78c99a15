import { setTimeout as sleep } from 'node:timers/promises'
import { ListPools, pathOf } from '@cges-fleet/core/contract'

// A process that asks the API for something cheap as a third team, again and again, while the bench itself is busy sending;
// asked, it tells its slowest answer in milliseconds, -1 where one was none, and ends.
const [url, key] = process.argv.slice(2)
const PAUSE_MS = 30

const ending = new AbortController()
process.once('message', () => ending.abort())
// What a process does at its first request is not the API's doing.
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
