import { z } from 'zod'
import { APPS } from '../../dockerfile-offences.js'
import { isRegistryReached, makeByHand, makeVllm } from '../image-recipes.js'
import { buildImage, imageOf, notUp } from '../compose-project.js'
import type { Step } from '../report.js'
import { megabytes } from '../docker.js'
import { type Context, unharmed } from './context.js'

/** The images that are started from, and every target of the recipe. */
export function imageSteps(context: Context): Step[] {
  const { docker, project, images, stores, known, release, folder } = context
  const bases: Step = {
    name: 'base images',
    expected: Object.values(images).join(', '),
    needed: true,
    attempt: async () => {
      if (await isMadeAlready(context)) return 'made by hand by an earlier run'
      if (await isRegistryReached(docker, images))
        return 'the registry is reached: pulled by digest where they are used'
      known.byHand = true
      project.become(release, stores())
      return makeByHand(docker, images, folder)
    },
  }
  const targets = APPS.map((app) => ({
    name: `image ${app}`,
    expected: 'built from the recipe',
    needed: true,
    attempt: async () => {
      await buildImage(docker, app, release, known.byHand ? images : null)
      return sizes(context, imageOf(app, release.version))
    },
  }))
  return [bases, ...targets]
}

/** An engine that was kept has them; a registry's have digests. */
async function isMadeAlready({ docker, project, images, stores, release, known }: Context): Promise<boolean> {
  const digests = Object.values(images).map((image) => docker.inspect(image, '{{.RepoDigests}}').catch(() => null))
  known.byHand = (await Promise.all(digests)).every((digest) => digest === '[]')
  if (known.byHand) project.become(release, stores())
  return known.byHand
}

async function sizes({ docker, images }: Context, image: string): Promise<string> {
  const [all, base] = await Promise.all([docker.imageBytes(image), docker.imageBytes(images.debian).catch(() => null)])
  return base === null ? megabytes(all) : `${megabytes(all)}, ${megabytes(all - base)} of it on the base`
}

/** From an earlier commit's images to this one's, in the middle of an evaluation. */
export function upgradeSteps(context: Context): Step[] {
  const { docker, project, fleet, before, release, known } = context
  if (before === null) return []
  const old = before.version
  return [
    {
      name: `images of ${old}`,
      expected: 'all built from that commit',
      needed: true,
      attempt: async () => {
        for (const app of APPS) await buildImage(docker, app, before, known.byHand ? context.images : null)
        return `${APPS.length} images`
      },
    },
    {
      name: `${old} up`,
      expected: 'on empty data: every container healthy, and an evaluation done',
      needed: true,
      attempt: async () => {
        await project.down('--volumes')
        project.become(before, context.stores())
        await project.up()
        const wrong = notUp(await project.containers())
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        known.id = await fleet.submit()
        const { digest } = await fleet.done(known.id)
        known.digest = digest ?? ''
        return `digest ${known.digest.slice(0, 8)}`
      },
    },
    {
      name: `upgrade from ${old}`,
      expected: 'stop, and up with the new images: migrated, the running evaluation ends, no call lost, same digest',
      attempt: async () => {
        const id = await fleet.submit()
        await fleet.until(id, ({ samples }) => samples.inFlight > 16)
        // Where stores change, `up` alone would replace them under the workers.
        await project.stop()
        project.become(release, context.stores())
        // Services may have other names than then.
        await project.up('--remove-orphans')
        const wrong = notUp(await project.containers())
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        const { digest } = await fleet.view(known.id)
        if (digest !== known.digest) throw new Error(`the first evaluation's digest is ${digest} now`)
        return unharmed(context, id)
      },
    },
  ]
}

const PROFILES = ['gpu', 'reward'] as const
const SERVICES = ['vllm', 'reward', 'worker-gpu'] as const
const REWARD_SERVER_URL = 'http://reward:8000'
const STAND_IN = 'cges-engine-vllm:simulated'

const Server = z.object({
  deploy: z.object({
    resources: z.object({
      reservations: z.object({ devices: z.array(z.object({ driver: z.string(), device_ids: z.array(z.string()) })) }),
    }),
  }),
})
const Config = z.object({
  services: z.object({
    vllm: Server,
    reward: Server,
    'worker-gpu': z.object({ environment: z.record(z.string(), z.string().nullable()) }),
  }),
})

/** The profiles `gpu` and `reward`: as they are written, and up with a simulator in place of vLLM. */
export function rewardSteps(context: Context): Step[] {
  return [
    {
      name: 'profiles gpu and reward, as written',
      expected: 'vLLM on one GPU, a reward model on another, and a worker that is told of both',
      attempt: () => asWritten(context),
    },
    {
      name: 'profiles gpu and reward, simulated',
      expected: 'up under vLLM’s command lines; an evaluation with confidence=rm done, nothing lost',
      attempt: () => simulated(context),
    },
  ]
}

async function asWritten({ project }: Context): Promise<string> {
  const { services } = Config.parse(await project.config({ profiles: PROFILES, env: { REWARD_SERVER_URL } }))
  const gpus = [services.vllm, services.reward].map(({ deploy }) => deploy.resources.reservations.devices)
  const said = gpus.map((of) => of.map(({ driver, device_ids }) => `${driver} ${device_ids.join(' and ')}`).join(', '))
  if (new Set(said).size !== 2) throw new Error(`both servers are on ${said[0]}`)
  const url = services['worker-gpu'].environment['REWARD_SERVER_URL']
  if (url !== REWARD_SERVER_URL) throw new Error(`the worker asks ${url} for rewards`)
  return `the model on ${said[0]}, the reward model on ${said[1]}, asked at ${url}`
}

async function simulated(context: Context): Promise<string> {
  const { docker, project, fleet, release } = context
  await makeVllm(docker, imageOf('vllm-sim', release.version), STAND_IN)
  const standIn = { profiles: PROFILES, env: { REWARD_SERVER_URL }, images: { vllm: STAND_IN, reward: STAND_IN } }
  project.enable(standIn)
  try {
    await project.up()
    const up = (await project.containers()).filter(({ Service }) => SERVICES.some((name) => name === Service))
    if (up.length !== SERVICES.length) throw new Error(`up: ${up.map(({ Service }) => Service).join(', ')}`)
    const id = await fleet.submit({ pool: 'gpu', methods: ['cges:confidence=rm,gamma=0.99@8', 'sc@8'], questions: 20 })
    return await unharmed(context, id, { digest: '' })
  } finally {
    await project.disable(...SERVICES)
  }
}
