import type { LoopReading } from './read-loop.js'

/** Loaded before a process: it tells its parent, when asked, what its event loop was kept busy by since it was asked last. */
const EVERY_MS = 2

let last = process.cpuUsage()
let reading = { longestTurnMs: 0, cpuMs: 0 }

/** CPU time between two turns of a timer, which waits for whatever else the loop does; a machine that is busy adds none. */
function look(): void {
  const { user, system } = process.cpuUsage(last)
  last = process.cpuUsage()
  const ms = (user + system) / 1000
  reading = { longestTurnMs: Math.max(reading.longestTurnMs, ms), cpuMs: reading.cpuMs + ms }
}

setInterval(look, EVERY_MS).unref()
process.on('message', (message) => {
  if (message !== 'read loop') return
  look()
  const done: LoopReading = reading
  process.send?.({ loop: done })
  reading = { longestTurnMs: 0, cpuMs: 0 }
})
