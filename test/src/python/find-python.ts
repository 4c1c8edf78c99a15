import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Of the versions that the package is for. */
const VERSIONS = ['3.10', '3.11', '3.12', '3.13']
const VERSION_QUERY = 'import sys; print("%d.%d" % sys.version_info[:2])'

/** Finds a Python that the package runs on, 3.10 or newer; null if there is none. */
export function findPython(): string | null {
  const names = ['python3', ...VERSIONS.toReversed().map((version) => `python${version}`)]
  return names.find((name) => Number(versionOf(name)?.split('.')[1]) >= 10) ?? null
}

/** Finds one Python of each version that the package is for, on the path or among pyenv's. */
export function findPythons(): readonly { readonly version: string; readonly python: string }[] {
  return VERSIONS.flatMap((version) => {
    const python = [`python${version}`, ...ofPyenv(version)].find((each) => versionOf(each) === version)
    return python === undefined ? [] : [{ version, python }]
  })
}

function ofPyenv(version: string): string[] {
  const folder = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(`${version}.`)) : []
  return names.map((name) => join(folder, name, 'bin', 'python'))
}

function versionOf(python: string): string | null {
  const { status, stdout } = spawnSync(python, ['-c', VERSION_QUERY], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
