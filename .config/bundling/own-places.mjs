import { dirname, relative, sep } from 'node:path'

/**
 * Makes code that looks for a file beside itself find it where it was compiled; `folder` is where the bundle will run.
 */
export function ownPlaces(folder) {
  const place = (id) => `new URL(${JSON.stringify(relative(folder, id).split(sep).join('/'))}, import.meta.url)`
  return {
    name: 'own-places',
    transform(code, id) {
      if (code.includes('import.meta.url')) return inLine(code.replaceAll('import.meta.url', `${place(id)}.href`))
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
