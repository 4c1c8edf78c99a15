/** The least CPU time of some runs in milliseconds: what else a machine does makes single runs slower and never faster. */
export function leastCpuMs(run: () => unknown, runs: number): number {
  let least = Infinity
  for (let at = 0; at < runs; at += 1) least = Math.min(least, cpuMs(run))
  return least
}

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
