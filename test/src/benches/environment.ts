import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** What the figures depend on, as lines to print above them. */
export function environment(): readonly string[] {
  const processors = cpus()
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)} before`,
    `Node ${process.versions.node}, ${versionOf('redis-server') ?? 'no redis-server'}, commit ${versionOf('git', ['rev-parse', '--short', 'HEAD']) ?? 'unknown'}`,
  ]
}

function versionOf(program: string, args: readonly string[] = ['--version']): string | null {
  try {
    const said = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.trim().replace(/ sha=.*/, '')
  } catch {
    return null
  }
}
