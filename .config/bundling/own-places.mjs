import { dirname, relative, sep } from 'node:path'

/** Of its own address, except where it starts a thread: threads are bundled too, beside what starts them. */
const OWN_ADDRESS = /(?<!new Worker\(new URL\('\.\/[a-z-]{1,40}\.js', )import\.meta\.url/g

/** The threads of apps: each is bundled into one file of the app's bundle. */
export const THREADS = { api: ['statistics/statistics-thread'] }

/**
 * Makes code that looks for a file beside itself find it where it was compiled; `folder` is where the bundle will run.
 */
export function ownPlaces(folder) {
  const place = (id) => `new URL(${JSON.stringify(relative(folder, id).split(sep).join('/'))}, import.meta.url)`
  return {
    name: 'own-places',
    transform(code, id) {
      if (code.includes('import.meta.url')) return inLine(code.replaceAll(OWN_ADDRESS, `${place(id)}.href`))
      if (!/\b__(?:dirname|filename)\b/.test(code) || !id.endsWith('.js')) return null
      return inLine(
        code
          .replaceAll(/\b__filename\b/g, `${place(id)}.pathname`)
          .replaceAll(/\b__dirname\b/g, `${place(dirname(id))}.pathname`),
      )
    },
  }
}

/** Changed within its lines, so that a trace still names the right one. */
function inLine(code) {
  return { code, map: null }
}
