import { join } from 'node:path'
import { APPS } from '../dockerfile-offences.js'
import type { BaseImages } from './base-images.js'
import type { Docker } from './docker.js'
import type { Release } from './compose-project.js'

export type App = (typeof APPS)[number]

export const imageOf = (app: App, version: string): string => `cges-fleet-${app}:${version}`

/** Builds one target of a checkout's `apps/Dockerfile`, from images made by hand where there are such. */
export async function buildImage(
  docker: Docker,
  app: App,
  { root, version }: Release,
  bases: BaseImages | null,
): Promise<void> {
  const args = bases === null ? [] : ['--build-arg', `NODE=${bases.node}`, '--build-arg', `DEBIAN=${bases.debian}`]
  const recipe = ['--file', join(root, 'apps/Dockerfile'), '--target', app]
  await docker.run(
    ['build', '--quiet', '--network', 'host', ...args, ...recipe, '--tag', imageOf(app, version), root],
    { minutes: 20 },
  )
}
