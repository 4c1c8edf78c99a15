import { UsageError } from '../errors.js'
import { DEMO_RECORDING } from '../paths.js'

export interface DemoFlag {
  readonly demo?: true
}

export const DEMO_OPTION = ['--demo', 'use the included 4,800 samples of a tiny real model'] as const

/** The files with samples that a command was given, with the included ones if they are wanted. */
export function sampleFiles(given: readonly string[], { demo }: DemoFlag): readonly string[] {
  if (demo === true) return [...given, DEMO_RECORDING]
  if (given.length > 0) return given
  throw new UsageError('name a file with samples, or use --demo for the included ones')
}
