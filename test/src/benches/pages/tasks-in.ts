/** One task of a page's main thread. */
export interface Task {
  readonly ms: number
  /** In processor time. */
  readonly ownMs: number
  /** What it did, with the processor time of each part, largest first; parts may be nested. */
  readonly parts: readonly (readonly [name: string, ownMs: number])[]
}

/** An event in a Chromium trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const MOST_PARTS = 6

/** Extracts the tasks of pages' main threads from a Chromium trace. */
export function tasksIn(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const own = traceEvents
    .filter(({ pid, tid, dur }) => dur !== undefined && main.has(`${pid} ${tid}`))
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const inside = own.filter(({ cat }) => cat.includes('devtools.timeline'))
  return own
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map((task) => ({ ms: (task.dur ?? 0) / 1000, ownMs: (task.tdur ?? 0) / 1000, parts: partsOf(task, inside) }))
}

function partsOf({ ts, dur = 0, pid, tid }: TraceEvent, inside: readonly TraceEvent[]): [string, number][] {
  if (dur < 10_000) return []
  const parts = new Map<string, number>()
  for (const each of inside) {
    if (each.pid !== pid || each.tid !== tid || each.ts < ts || each.ts >= ts + dur) continue
    parts.set(each.name, (parts.get(each.name) ?? 0) + (each.tdur ?? 0) / 1000)
  }
  return [...parts].toSorted((a, b) => b[1] - a[1]).slice(0, MOST_PARTS)
}
