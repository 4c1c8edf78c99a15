import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as formats from '@cges-fleet/formats'
import { diskFile } from '../files/disk-file.js'
import { markLine } from '../shell/format.js'
import type { LogFlags } from './log-options.js'

/** Looks at the first rows of log files and prints what was found of them. */
export async function openLog(files: readonly string[], flags: LogFlags): Promise<formats.OpenLog> {
  const named = flags.questions ?? goldBeside(files)
  const questions = named === null ? undefined : diskFile(named)
  const log = await formats.openLog(files.map(diskFile), { ...flags, questions }, (note) => console.error(note))
  const mark = markLine(log.provenance)
  if (mark !== null) console.error(mark)
  return log
}

/** The questions of our own export, which writes `gold.jsonl` beside `samples.jsonl`; null if there are none. */
function goldBeside([file, ...others]: readonly string[]): string | null {
  if (file === undefined || others.length > 0 || basename(file) !== 'samples.jsonl') return null
  const gold = join(dirname(file), 'gold.jsonl')
  if (!existsSync(gold)) return null
  console.error(`questions from ${gold}; --questions names another file`)
  return gold
}
