import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endProcess, findProcess } from '@cges-fleet/db/process'
import { GuardLine } from './guard-record.js'

/** The processes to end, with their start times: a pid alone may have been reused. */
const held = new Map<number, { readonly kind: GuardLine['kind']; readonly startedAt: string }>()

/** Ends what is left, in bounded time: users of the database first, so that they can still hand back their calls. */
async function endAll(): Promise<void> {
  for (const kind of ['process', 'postgres'] as const) {
    const left = [...held].filter(([, one]) => one.kind === kind)
    await Promise.all(left.map(([pid, one]) => endProcess(pid, kind, one.startedAt)))
  }
}

function note(line: string): void {
  const { pid, kind, ended } = GuardLine.parse(JSON.parse(line))
  if (ended) held.delete(pid)
  else held.set(pid, { kind, startedAt: findProcess(pid)?.startedAt ?? 'ended' })
}

/** Removes the record, unless a later fleet has written its own. */
function forget(record: string | undefined): void {
  if (record === undefined) return
  try {
    if (JSON.parse(readFileSync(record, 'utf8')).guard === process.pid) rmSync(record)
  } catch {
    // It is gone already.
  }
}

// A signal that ends the fleet may reach this process too, which must finish its work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const lines = createInterface({ input: process.stdin })
lines.on('line', note)
// The other end closes when the fleet's launcher ends, however it ends.
lines.on('close', () => {
  void endAll().finally(() => {
    forget(process.argv[2])
    process.exit(0)
  })
})
