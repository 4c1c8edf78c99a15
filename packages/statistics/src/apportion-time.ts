/** Calls to model servers: which server, when each began and ended, in seconds of one clock. Equal lengths. */
export type ServerCalls = {
  readonly server: ArrayLike<number>
  readonly startedAt: ArrayLike<number>
  readonly endedAt: ArrayLike<number>
}

/**
 * Assigns each call its part of its server's time, in seconds: every instant is shared equally by the calls in flight
 * then, as a batch shares its GPU, so the parts add up to the time the servers were busy. O(n log n).
 */
export function apportionTime({ server, startedAt, endedAt }: ServerCalls): Float64Array {
  const parts = new Float64Array(server.length)
  const byServer = new Map<number, number[]>()
  for (let call = 0; call < server.length; call += 1) {
    const calls = byServer.get(server[call] ?? 0)
    if (calls === undefined) byServer.set(server[call] ?? 0, [call])
    else calls.push(call)
  }
  for (const calls of byServer.values()) {
    const events = calls.flatMap((call) => [
      { at: startedAt[call] ?? 0, call, change: 1 },
      { at: Math.max(startedAt[call] ?? 0, endedAt[call] ?? 0), call, change: -1 },
    ])
    events.sort((a, b) => a.at - b.at || b.change - a.change)
    let inFlight = 0
    let shared = 0
    let last = 0
    for (const { at, call, change } of events) {
      if (inFlight > 0) shared += (at - last) / inFlight
      parts[call] = (parts[call] ?? 0) - change * shared
      inFlight += change
      last = at
    }
  }
  return parts
}
