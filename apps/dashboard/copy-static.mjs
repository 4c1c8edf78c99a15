// A standalone build serves what lies beside its server.js; `next build` leaves the browser's files out of it.
import { cpSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const server = here('.next/standalone/apps/dashboard/')

cpSync(here('.next/static'), `${server}.next/static`, { recursive: true })
if (existsSync(here('public'))) cpSync(here('public'), `${server}public`, { recursive: true })
