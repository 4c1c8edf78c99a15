// `cges` of a checkout: makes ready what a command needs, then runs it. Only a fleet with its pages needs the dashboard, whose
// build takes longest.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = dirname(fileURLToPath(import.meta.url))
const [command, ...others] = process.argv.slice(2)
const hasPages = ['up', 'dashboard'].includes(command)
const isWithoutPages = others.some((word) => ['--help', '-h', '--no-dashboard'].includes(word))

const prepare = [join(HERE, 'prepare.mjs'), hasPages && !isWithoutPages ? 'run' : 'command-line']
const { status } = spawnSync(process.execPath, prepare, { stdio: 'inherit' })
if (status === 0) await import('../apps/cli/bundle/main.js')
else process.exitCode = status ?? 1
