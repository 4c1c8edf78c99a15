import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@cges-fleet/formats'
import { afterAll } from 'vitest'
import { type LogItem, type LogReading, loadLogs } from '../load-log.js'

const READING: LogReading = { format: null, filter: null, fields: {}, isKnown: () => false }

/** Gives a test file a folder for logs, removed afterwards, and a function that writes a log into it: text, or rows. */
export function logFolder(): (name: string, content: string | Buffer | readonly unknown[]) => string {
  const folder = mkdtempSync(join(tmpdir(), 'cges-logs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (name, content) => {
    const path = join(folder, name)
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(path, isPlain ? content : content.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }
}

/** Loads logs to the end, problems included. */
export async function items(files: readonly string[], changes: Partial<LogReading> = {}): Promise<LogItem[]> {
  const all: LogItem[] = []
  for await (const item of loadLogs(files, { ...READING, ...changes })) all.push(item)
  return all
}

/** Loads logs that have no problems. */
export async function entries(files: readonly string[], changes: Partial<LogReading> = {}): Promise<LogEntry[]> {
  return (await items(files, changes)).flatMap((item) => {
    if (item.kind === 'problem') throw new Error(`${item.place}: ${item.problem}`)
    return item.kind === 'entry' ? [item.entry] : []
  })
}
