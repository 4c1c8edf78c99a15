#!/usr/bin/env node
import { program } from './program.js'
import { UsageError } from './usage-error.js'

program()
  .parseAsync()
  .catch((error: unknown) => {
    if (error instanceof UsageError) console.error(error.message)
    else
      console.error(error instanceof Error ? (error.cause === undefined ? error.stack : error.message) : String(error))
    process.exitCode = 1
  })
