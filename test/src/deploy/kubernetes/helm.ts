import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../root.js'

/** A Python with helm-python-sdk, which brings Helm's engine; null if there is none. */
export const HELM_PYTHON = [process.env['HELM_PYTHON'], 'python3'].find(
  (python) => python !== undefined && spawnSync(python, ['-c', 'import helm_python']).status === 0,
)

export const CHART = join(ROOT, 'k8s/chart')
const SCRIPT = fileURLToPath(new URL('../../../src/deploy/kubernetes/render.py', import.meta.url))

/** Where images of ours are in what is rendered here: a name that no network has. */
export const REGISTRY = 'registry.invalid/cges-fleet'

/** Runs Helm's engine on the chart. */
export function helm(
  action: 'render' | 'lint' | 'package',
  path: string,
  registry = REGISTRY,
): { status: number | null; out: string } {
  const args = [SCRIPT, action, CHART, path, registry]
  const { status, stdout, stderr } = spawnSync(HELM_PYTHON ?? 'python3', args, { encoding: 'utf8' })
  return { status, out: status === 0 ? masked(stdout) : stdout + stderr }
}

/** What is drawn at random for every install is another each time. */
function masked(text: string): string {
  return text.replaceAll(/^( {2}(?:pepper|token): ).+$/gm, '$1bWFkZSBieSBIZWxt')
}
