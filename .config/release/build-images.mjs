import { spawnSync } from 'node:child_process'
import { IMAGES } from './release-problems.mjs'

/** How a release gets its images: auto builds them if a container engine answers, else says why not; push publishes them. */
export const IMAGE_CHOICES = ['auto', 'build', 'push', 'skip']

/** What BuildKit attaches to an image as it pushes it: how it was built, and of what. */
const ATTESTED = ['--provenance=mode=max,version=v1', '--sbom=true']

/** The commands that build and push the images of a release, an image each. */
export function imageCommands({ registry, version }) {
  return IMAGES.map((image) => {
    const tag = `${registry}/${image}:${version}`
    const what = ['--file', 'apps/Dockerfile', '--target', image, '--tag', tag, '.']
    return {
      tag,
      build: ['build', ...what],
      push: ['push', tag],
      publish: ['buildx', 'build', '--push', ...ATTESTED, ...what],
    }
  })
}

/**
 * Builds a release's images on the engine that `docker` reaches (DOCKER_HOST names another), and pushes them only if told
 * to. Returns a line for each, its id and tag; or the reason why none was built.
 */
export function buildImages({ root, registry, version, how, env = process.env }) {
  if (how === 'skip') return { reason: 'they were not asked for (--images build)' }
  const reason = engineProblem(env)
  if (reason !== null) {
    if (how !== 'auto') throw new Error(`the images cannot be built: ${reason}`)
    return { reason }
  }
  const pushes = how === 'push'
  const lines = imageCommands({ registry, version }).map(({ tag, build, publish }) => {
    const command = pushes ? publish : build
    const { status } = spawnSync('docker', command, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    if (status !== 0) throw new Error(`docker ${command.join(' ')} failed`)
    const asked = pushes
      ? ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', tag]
      : ['image', 'inspect', '--format', '{{.Id}}', tag]
    return `${told(asked, env).stdout.trim()}  ${tag}`
  })
  return { lines }
}

function engineProblem(env) {
  const { error, status, stderr } = told(['version', '--format', '{{.Server.Version}}'], env)
  if (error !== undefined) return 'there is no docker here'
  return status === 0 ? null : `no container engine answers: ${stderr.trim().split('\n').at(-1)}`
}

function told(args, env) {
  return spawnSync('docker', args, { encoding: 'utf8', env })
}
