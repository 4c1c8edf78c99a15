import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ROOT } from '../root.js'
import { ComposeProject } from './compose-project.js'
import { Docker } from './docker.js'
import { commitTried, earlierRelease } from './earlier-release.js'
import { FleetUnderEngine } from './fleet-under-engine.js'
import { baseArguments, storeImages } from './image-names.js'
import { lookAtMachine } from './look-at-machine.js'
import type { Options } from './options.js'
import { OwnEngine } from './own-engine.js'
import { attemptAll, type Outcome } from './step.js'
import type { Context } from './steps/context.js'
import { dataSteps } from './steps/data-steps.js'
import { evaluationSteps } from './steps/evaluation-steps.js'
import { imageSteps } from './steps/image-steps.js'
import { restSteps } from './steps/rest-steps.js'
import { rewardSteps } from './steps/reward-steps.js'
import { upgradeSteps } from './steps/upgrade-steps.js'
import { workerSteps } from './steps/worker-steps.js'
import { findCompose, installTools, missingTools } from './tools.js'
import { whyNot } from './why-not.js'

/** What a run was, and what each container used at rest. */
export interface Report {
  readonly commit: string
  readonly versions: string
  readonly outcomes: readonly Outcome[]
  readonly containers: readonly (readonly string[])[]
}

/** Tries the whole deployment on a real engine. A list of sentences says why this machine cannot. */
export async function deployEngine(
  options: Options,
  say: (line: string) => void,
  stopped: () => boolean,
): Promise<Report | string[]> {
  if (options.install) await installTools()
  const folder = mkdtempSync(join(tmpdir(), 'cges-engine-'))
  try {
    const engineFolder = options.host === null ? resolve(options.data ?? join(folder, 'engine')) : null
    if (engineFolder !== null) mkdirSync(engineFolder, { recursive: true })
    const compose = await findCompose()
    const reasons = options.host === null ? whyNot(lookAtMachine(engineFolder ?? folder, await missingTools())) : []
    if (reasons.length > 0 || compose === null) return reasons.length > 0 ? reasons : ['Compose v2 is missing']
    const engine = engineFolder === null ? null : await OwnEngine.start(engineFolder)
    try {
      const docker = new Docker(engine?.host ?? options.host ?? '', compose)
      return await tryAll(docker, { ...options, folder, engineFolder, say, stopped })
    } finally {
      await engine?.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Trial extends Options {
  readonly folder: string
  readonly engineFolder: string | null
  readonly say: (line: string) => void
  readonly stopped: () => boolean
}

async function tryAll(docker: Docker, trial: Trial): Promise<Report> {
  const commit = await commitTried()
  const versions = await docker.versions()
  trial.say(`${commit}, ${versions}`)
  const context = await contextOf(docker, trial)
  const parts = { rest: restSteps, workers: workerSteps, data: dataSteps, reward: rewardSteps, upgrade: upgradeSteps }
  const needed = [...imageSteps(context), ...evaluationSteps(context)]
  const steps = [...needed, ...trial.only.flatMap((part) => parts[part](context))]
  try {
    const tell = ({ state, name, seconds, seen }: Outcome) =>
      trial.say(`${state}  ${name}  ${seconds.toFixed(1)} s  ${seen}`)
    const outcomes = await attemptAll(steps, tell, trial.stopped)
    return { commit, versions, outcomes, containers: context.known.containers }
  } finally {
    await context.project.down('--volumes').catch((error: unknown) => trial.say(String(error)))
  }
}

async function contextOf(docker: Docker, { folder, engineFolder, from, say }: Trial): Promise<Context> {
  const { NODE = '', DEBIAN = '' } = baseArguments(readFileSync(`${ROOT}apps/Dockerfile`, 'utf8'))
  const stores = storeImages(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'))
  const images = { node: NODE, debian: DEBIAN, postgres: stores['postgres'] ?? '', redis: stores['redis'] ?? '' }
  const before = from === 'none' ? 'it was left out' : await earlierRelease(from, folder)
  if (typeof before === 'string') say(`no upgrade: ${before}`)
  const release = { root: ROOT, version: 'engine' }
  const known = { byHand: false, id: '', digest: '', containers: [] }
  const project = await ComposeProject.create(docker, folder, release)
  const fleet = new FleetUnderEngine(project.api)
  const earlier = typeof before === 'string' ? null : before
  return {
    docker,
    project,
    fleet,
    release,
    before: earlier,
    images,
    engineFolder,
    folder,
    known,
    stores: () => (known.byHand ? stores : {}),
  }
}
