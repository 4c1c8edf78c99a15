import * as formats from '@cges-fleet/formats'
import { diskFile } from '../files/disk-file.js'
import { markLine } from '../shell/format.js'
import type { LogFlags } from './log-options.js'

/** Looks at the first rows of log files and prints what was found of them. */
export async function openLog(files: readonly string[], flags: LogFlags): Promise<formats.OpenLog> {
  const questions = flags.questions === undefined ? undefined : diskFile(flags.questions)
  const log = await formats.openLog(files.map(diskFile), { ...flags, questions }, console.error)
  const mark = markLine(log.provenance)
  if (mark !== null) console.error(mark)
  return log
}
