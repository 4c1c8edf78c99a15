import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Loads the compiled modules that build regular expressions and records what each builds; if a module builds fewer than
 * its source has places for, all its places are returned as `unloaded`.
 */
export async function loadRegexes(built) {
  const loaded = []
  const unloaded = []
  for (const file of new Set(built.map((each) => each.file))) {
    const places = built.filter((each) => each.file === file)
    const module = pathToFileURL(resolve(file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'))).href
    const seen = await builtBy(module)
    if (seen.length < places.length) unloaded.push(...places)
    else loaded.push(...seen.map((regex) => ({ file, line: places[0].line, ...regex })))
  }
  return { loaded, unloaded }
}

async function builtBy(module) {
  const seen = []
  const Plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, args) {
      const made = Reflect.construct(target, args)
      if (
        new Error('who asks').stack
          .split('\n')
          .slice(0, 4)
          .some((line) => line.includes(module))
      )
        seen.push({ source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    // A module that was loaded before is run once more under another name.
    await import(`${module}?regexes`)
  } finally {
    globalThis.RegExp = Plain
  }
  return seen
}
