import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SIMULATOR = fileURLToPath(new URL('../../../apps/vllm-sim/bundle/main.js', import.meta.url))

/** As a node's `vllm serve` is called; it serves the simulator, at a pace. */
export const vllmServe = (timeScale: number) => `[ "$1" = serve ] || exit 2
MODEL=$2
while [ $# -gt 0 ]; do [ "$1" = --port ] && PORT=$2; shift; done
export MODEL PORT MODE=simulated TIME_SCALE=${timeScale}
exec "${process.execPath}" "${SIMULATOR}"`

/** Writes a command of a node into a folder of its PATH. */
export function writeCommand(folder: string, name: string, script: string): void {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/bash\n${script}\n`)
  chmodSync(file, 0o755)
}
