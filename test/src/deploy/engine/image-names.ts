import { parse } from 'yaml'

/** The images that `apps/Dockerfile` starts from, by the argument that names each, without their digests. */
export function baseArguments(dockerfile: string): Record<string, string> {
  const found = dockerfile.matchAll(/^ARG (\w+)=([^\s@]+)(?:@sha256:[0-9a-f]{64})?$/gm)
  return Object.fromEntries([...found].map(([, name = '', image = '']) => [name, image]))
}

/** The images of the services that `docker compose up` starts and does not build, without their digests. */
export function storeImages(compose: string): Record<string, string> {
  const { services } = parse(compose, { merge: true }) as {
    services: Record<string, { image?: string; build?: unknown; profiles?: unknown }>
  }
  return Object.fromEntries(
    Object.entries(services)
      .filter(([, { build, profiles }]) => build === undefined && profiles === undefined)
      .map(([name, { image = '' }]) => [name, image.replace(/@sha256:[0-9a-f]{64}$/, '')]),
  )
}
