import { gzipSync } from 'node:zlib'

/** The size of each script in bytes of gzip, by its address: most pages share most of them. */
const sizes = new Map<string, Promise<number>>()

/** Weighs the scripts that a page loads before any interaction, in bytes of gzip. */
export async function weighFirstScripts(address: string, path: string): Promise<number> {
  const html = await (await fetch(address + path)).text()
  // Scripts only for old browsers are left out.
  const tags = html.replaceAll(/<script[^>]*nomodule[^>]*>/gi, '')
  const found = new Set(
    [...tags.matchAll(/(?:src|href)="(\/_next\/[^"?]+\.js)[^"]*"/g)].map(([, script = '']) => script),
  )
  if (found.size < 3) throw new Error(`${path} brings ${found.size} scripts: it is no page of Next`)
  const weighed = await Promise.all([...found].map((script) => weigh(address + script)))
  return weighed.reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(script: string): Promise<number> {
  const known = sizes.get(script)
  if (known !== undefined) return known
  const size = fetch(script).then(async (answer) => {
    if (!answer.ok) throw new Error(`${script} answers ${answer.status}`)
    return gzipSync(Buffer.from(await answer.arrayBuffer())).length
  })
  sizes.set(script, size)
  return size
}
