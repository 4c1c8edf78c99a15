// Loaded into a process by a bench: reports, on request, the most CPU time that passed between two ticks of its event
// loop. That is how long a request would have waited on an otherwise idle machine, however busy this one is.
const TICK_MS = 2

let longestMs = 0
let before = cpuMs()

setInterval(() => {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
}, TICK_MS).unref()

process.on('message', () => {
  process.send?.({ longestMs })
  longestMs = 0
})

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
