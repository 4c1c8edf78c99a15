#!/usr/bin/env node
import { endWith } from './errors/end-with.js'
import { guardConsole } from './manners/printable.js'
import { program } from './program.js'

guardConsole()
process.on('uncaughtException', endWith)
process.on('unhandledRejection', endWith)
program(process.argv[2])
  .then((cges) => cges.parseAsync())
  .catch(endWith)
