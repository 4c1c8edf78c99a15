import { APPS } from '../../dockerfile-offences.js'
import { isRegistryReached, makeByHand } from '../base-images.js'
import { buildImage, imageOf } from '../build-images.js'
import type { Step } from '../step.js'
import { megabytes } from '../usage.js'
import type { Context } from './context.js'

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
