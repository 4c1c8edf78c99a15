import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { ownPlaces } from '../bundling/own-places.mjs'

/** Modules the command line loads only for its own fleet or database. */
const FOR_FLEETS = ['fleet/up', 'administration/database-work']
/** Modules that the package must not depend on. */
const HEAVY = /packages\/(?:db|queue|stores|telemetry)\/|node_modules\/(?:typeorm|pg|bullmq|ioredis|@nestjs)\//

/**
 * Bundles an app into `target`, as small as possible, without anything that needs a database; it runs from
 * `apps/NAME/bundle` of the package. Returns the modules in it.
 */
export async function bundleAlone(root, app, target) {
  const home = join(root, 'apps', app)
  const made = await rolldown({
    input: join(home, 'dist/main.js'),
    platform: 'node',
    plugins: [withoutFleet(home), ownPlaces(join(home, 'bundle'))],
    transform: { define: { [['process', 'env', 'NODE_ENV'].join('.')]: '"production"' } },
  })
  const { output } = await made.write({
    dir: join(target, 'apps', app, 'bundle'),
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
  })
  await made.close()
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  const heavy = modules.filter((id) => HEAVY.test(id))
  if (heavy.length > 0)
    throw new Error(`${app} would bring along ${relative(root, heavy[0])} and ${heavy.length - 1} more`)
  return modules
}

function withoutFleet(home) {
  const left = new Set(FOR_FLEETS.map((name) => join(home, 'dist', `${name}.js`)))
  const inCheckout = JSON.stringify(join(home, 'dist/fleet/in-checkout.js'))
  return {
    name: 'without-fleet',
    load(id) {
      return left.has(id) ? `import { inCheckout } from ${inCheckout}; await inCheckout()` : null
    },
  }
}
