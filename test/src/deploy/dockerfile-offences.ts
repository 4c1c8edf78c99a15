import { type Copy, DockerfileParser, type Env, type From } from 'dockerfile-ast'

/** What runs in production: every stage with a command. */
export const APPS = ['api', 'coordinator', 'gateway', 'worker', 'vllm-sim', 'migrate', 'dashboard'] as const

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

type Step =
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'env'; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'copy'; readonly from: string | null; readonly sources: readonly string[]; readonly to: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'cmd'; readonly words: readonly string[] }

interface Stage {
  readonly name: string
  /** Another stage, or an image with its build arguments put in. */
  readonly from: string
  readonly steps: readonly Step[]
}

/** Parses a Dockerfile into stages of the few instructions ours has; any other one is an error, so that none goes unchecked. */
export function parseDockerfile(text: string): Stage[] {
  const parsed = DockerfileParser.parse(text)
  const defaults = new Map(
    parsed.getARGs().map((arg) => [arg.getProperty()?.getName() ?? '', arg.getProperty()?.getValue() ?? '']),
  )
  const stages: { name: string; from: string; steps: Step[] }[] = []
  for (const instruction of parsed.getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'ARG') continue
    if (keyword === 'FROM') {
      const from = instruction as From
      const image = (from.getImage() ?? '').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? '')
      stages.push({ name: from.getBuildStage() ?? '', from: image, steps: [] })
    } else stages.at(-1)?.steps.push(stepOf(keyword, instruction.getArgumentsContent() ?? '', instruction))
  }
  return stages
}

function stepOf(keyword: string, content: string, instruction: unknown): Step {
  switch (keyword) {
    case 'WORKDIR':
      return { kind: 'workdir', path: content }
    case 'ENV': {
      const properties = (instruction as Env).getProperties()
      return {
        kind: 'env',
        variables: Object.fromEntries(properties.map((p) => [p.getName(), p.getValue() ?? ''])),
      }
    }
    case 'COPY': {
      const copy = instruction as Copy
      const words = copy.getArguments().map((argument) => argument.getValue())
      const from = copy.getFromFlag()?.getValue() ?? null
      return { kind: 'copy', from, sources: words.slice(0, -1), to: words.at(-1) ?? '' }
    }
    case 'RUN':
      return { kind: 'run', command: content }
    case 'USER':
      return { kind: 'user', user: content }
    case 'CMD':
      return { kind: 'cmd', words: JSON.parse(content) as string[] }
    default:
      throw new Error(`${keyword} is not among the instructions the checks know`)
  }
}

/** The steps of a stage with those of the stages it is made from before them. */
function allSteps(stages: readonly Stage[], name: string): Step[] {
  const stage = stages.find((one) => one.name === name)
  return stage === undefined ? [] : [...allSteps(stages, stage.from), ...stage.steps]
}
