import { spawnSync } from 'node:child_process'

/** Finds a Python that the package runs on, 3.10 or newer; null if there is none. */
export function findPython(): string | null {
  const names = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
  return names.find(isNewEnough) ?? null
}

function isNewEnough(name: string): boolean {
  return spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
}
