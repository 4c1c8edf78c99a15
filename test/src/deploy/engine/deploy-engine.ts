import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lastRelease } from '../handbook/previous-build.js'
import { ROOT } from '../root.js'
import { ComposeProject, type Release } from './compose-project.js'
import { Docker, run } from './docker.js'
import { FleetUnderEngine } from './fleet-under-engine.js'
import { baseArguments, storeImages } from './image-recipes.js'
import { findCompose, installTools, lookAtMachine, missingTools, whyNot } from './machine.js'
import type { Options } from './options.js'
import { IsolatedEngine } from './own-engine.js'
import { attemptAll, type Outcome } from './report.js'
import type { Context } from './steps/context.js'
import { dataSteps, evaluationSteps, restSteps, workerSteps } from './steps/fleet-steps.js'
import { imageSteps, rewardSteps, upgradeSteps } from './steps/release-steps.js'

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
    const engine = engineFolder === null ? null : await IsolatedEngine.start(engineFolder)
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

/**
 * The sources of what a fleet is upgraded from, in a folder of their own: the commit that is named, else the last
 * release's. A string says why there are none.
 */
async function earlierRelease(named: string | null, folder: string): Promise<Release | string> {
  const last = lastRelease()
  if (named === null && 'missing' in last) return last.missing
  const commit = named ?? ('commit' in last ? last.commit : '')
  const version = await git('rev-parse', '--short', `${commit}^{commit}`)
  mkdirSync(folder, { recursive: true })
  const root = mkdtempSync(join(folder, 'before-'))
  await run('sh', ['-c', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', ROOT, version, root])
  return { root, version }
}

/** Names the commit that is tried, and says where what is tried is not just that. */
async function commitTried(): Promise<string> {
  const commit = await git('rev-parse', '--short', 'HEAD').catch(() => null)
  if (commit === null) return 'no commit'
  return (await git('status', '--porcelain')) === '' ? `commit ${commit}` : `commit ${commit} with changes`
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', ['-C', ROOT, ...args])).trim()
}
