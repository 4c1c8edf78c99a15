// Builds the documentation's site, dist/site, from the Markdown of docs/ and of the root, and the API's reference from
// the contract. Fails on a dead link. --serve also serves the site and rebuilds it at every change; --out FOLDER writes
// it elsewhere.
import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Eleventy } from '@11ty/eleventy'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '8090' },
    out: { type: 'string' },
  },
})

process.chdir(ROOT)
const out = relative(ROOT, values.out ?? 'dist/site')
rmSync(out, { recursive: true, force: true })
const site = new Eleventy('docs', out, {
  quietMode: true,
  configPath: '.config/docs/configure-site.mjs',
  runMode: values.serve ? 'serve' : 'build',
})
await site.init()
if (values.serve) {
  await site.watch()
  await site.serve(Number(values.port))
} else {
  // It has said itself what is wrong.
  const [, pages] = await site.executeBuild().catch(() => process.exit(1))
  console.error(`${pages.length} pages of documentation in ${out}`)
}
