import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
interface ImageOptions {
  readonly root: string
  readonly registry: string
  readonly version: string
  readonly how: string
  readonly env: NodeJS.ProcessEnv
}
const { buildImages } = (await import(pathToFileURL(join(ROOT, '.config/release/build-images.mjs')).href)) as {
  buildImages: (options: ImageOptions) => { readonly lines?: readonly string[]; readonly reason?: string }
}

const folder = mkdtempSync(join(tmpdir(), 'images-'))
const noted = join(folder, 'noted')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A release's images with a stand-in for docker, in words of a shell; without any where there is none. */
function images(how: string, docker?: string) {
  const bin = mkdtempSync(join(folder, 'bin-'))
  if (docker !== undefined) {
    writeFileSync(join(bin, 'docker'), `#!/bin/bash\n${docker}\n`)
    chmodSync(join(bin, 'docker'), 0o755)
  }
  const env = { PATH: docker === undefined ? bin : `${bin}:/usr/bin:/bin`, NOTED: noted }
  return buildImages({ root: folder, registry: 'registry.example/team', version: '7.8.9', how, env })
}

const ENGINE = `case "$1" in
  build) echo "$@" >> "$NOTED" ;;
  image) echo "sha256:of-$5" ;;
esac`

it('builds every image of the recipe where an engine answers, and tells their ids', () => {
  const { lines = [] } = images('auto', ENGINE)
  const built = readFileSync(noted, 'utf8').trim().split('\n')
  expect(built[0]).toBe('build --file apps/Dockerfile --target api --tag registry.example/team/api:7.8.9 .')
  const targets = built.map((line) => / --target (\S+) /u.exec(line)?.[1] ?? '')
  const shipped = [...readFileSync(join(ROOT, 'k8s/chart/values.yaml'), 'utf8').matchAll(/REGISTRY\/(\w+):TAG/gu)]
  expect(targets).toEqual(expect.arrayContaining([shipped[0]?.[1], 'worker', 'migrate', 'dashboard']))
  expect(lines).toEqual(
    targets.map((each) => `sha256:of-registry.example/team/${each}:7.8.9  registry.example/team/${each}:7.8.9`),
  )
})

it('pushes with provenance and a bill of materials, and tells the digests', () => {
  const engine = `case "$1 $2" in
  "buildx build") echo "$@" >> "$NOTED" ;;
  "buildx imagetools") echo "sha256:pushed" ;;
  version*) ;;
  *) exit 9 ;;
esac`
  rmSync(noted, { force: true })
  const { lines = [] } = images('push', engine)
  const built = readFileSync(noted, 'utf8').trim().split('\n')
  expect(built).toHaveLength(lines.length)
  for (const line of built)
    expect(line).toMatch(/^buildx build --push --provenance=mode=max,version=v1 --sbom=true --file /u)
  expect(lines[0]).toBe('sha256:pushed  registry.example/team/api:7.8.9')
  expect(() => images('push')).toThrow('there is no docker here')
})

it('says why it built none, and fails only where it was told to build', () => {
  const silent = 'echo "Cannot connect to the Docker daemon" >&2; exit 1'
  expect(images('auto')).toEqual({ reason: 'there is no docker here' })
  expect(images('auto', silent).reason).toBe('no container engine answers: Cannot connect to the Docker daemon')
  expect(() => images('build', silent)).toThrow('cannot be built: no container engine answers')
  expect(images('skip', ENGINE).reason).toContain('not asked for')
})

it('fails where an image does', () => {
  expect(() => images('auto', 'case "$*" in *"--target worker"*) exit 3 ;; esac')).toThrow('--target worker')
})
