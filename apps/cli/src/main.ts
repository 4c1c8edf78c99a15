#!/usr/bin/env node
import { wantsStacks } from './env.js'
import { errorText } from './errors.js'
import { program } from './program.js'
import { guardConsole } from './shell/printing.js'

guardConsole()
process.on('uncaughtException', endWith)
process.on('unhandledRejection', endWith)
program(process.argv[2])
  .then((cges) => cges.parseAsync())
  .catch(endWith)

/**
 * Ends the command with an error, as a sentence, and a status other than 0; with a stack only if CGES_DEBUG asks for
 * it.
 */
function endWith(error: unknown): never {
  // The reader of the output has closed it.
  if (isClosedPipe(error)) process.exit()
  console.error(errorText(error, { stack: wantsStacks() }))
  process.exit(process.exitCode || 1)
}

function isClosedPipe(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EPIPE' &&
    'syscall' in error &&
    error.syscall === 'write'
  )
}
