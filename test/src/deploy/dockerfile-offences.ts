import { allSteps, parseDockerfile, type Stage } from './parse-dockerfile.js'

/** What runs in production: every stage with a command. */
export const APPS = ['api', 'coordinator', 'worker', 'vllm-sim', 'migrate', 'dashboard'] as const

/** Lists what in a Dockerfile goes against our rules for images. Pure: a text in, sentences out. */
export function dockerfileOffences(text: string): string[] {
  const stages = parseDockerfile(text)
  const names = new Set(stages.map(({ name }) => name))
  const missing = APPS.filter((app) => !names.has(app)).map((app) => `there is no target ${app}`)
  const unpinned = stages
    .filter(({ from }) => !names.has(from) && !/^[\w./-]+:[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}$/.test(from))
    .map(({ from }) => `${from} is not pinned by version and digest`)
  const node = stages.find(({ name }) => name === 'node')?.from ?? ''
  const old = node.startsWith('node:24.') ? [] : [`node is ${node}, not the current LTS 24`]
  return [...missing, ...unpinned, ...old, ...APPS.flatMap((app) => appOffences(stages, app))]
}

function appOffences(stages: readonly Stage[], app: string): string[] {
  const steps = allSteps(stages, app)
  const user = steps.findLast((step) => step.kind === 'user')?.user ?? 'root'
  const command = steps.findLast((step) => step.kind === 'cmd')?.words ?? []
  const builds = steps.some((step) => step.kind === 'run')
    ? [`${app}: runs a command in the image that is shipped`]
    : []
  const context = steps.some((step) => step.kind === 'copy' && step.from === null)
    ? [`${app}: copies from the context, not from a stage`]
    : []
  const base = rootOf(stages, app)
  return [
    ...builds,
    ...context,
    ...(/^[1-9]\d*:[1-9]\d*$/.test(user) ? [] : [`${app}: runs as ${user}, not as a numbered user`]),
    ...(command[0] === 'node' ? [] : [`${app}: starts ${command[0] ?? 'nothing'}, so signals may not reach node`]),
    ...(/^debian:.*slim/.test(base) ? [] : [`${app}: is made from ${base}, which brings build tools`]),
  ]
}

function rootOf(stages: readonly Stage[], name: string): string {
  const stage = stages.find((one) => one.name === name)
  return stage === undefined ? name : rootOf(stages, stage.from)
}
