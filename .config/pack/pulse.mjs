import { spawn } from 'node:child_process'

const PULSE_MS = 20_000

/**
 * Reports on stderr, every 20 s, for how long something has been going on. It does so from a process of its own, since
 * programs that are waited for hold this one; it ends with this one. Returns how to end it.
 */
export function startPulse(what, everyMs = PULSE_MS) {
  const code = `
    const began = Date.now()
    process.stdin.resume().on('end', () => process.exit())
    setInterval(() => console.error('still ' + process.argv[1] + ' after ' + Math.round((Date.now() - began) / 1000) + ' s'), Number(process.argv[2]))`
  const child = spawn(process.execPath, ['-e', code, what, String(everyMs)], { stdio: ['pipe', 'ignore', 'inherit'] })
  return () => child.stdin.end()
}
