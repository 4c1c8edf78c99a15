import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Evaluates statements' expressions in place, in a copy of their compiled module, so that a text may be composed of
 * constants and functions of that module and of others. Gives null for one that depends on a call's arguments.
 */
export async function loadTexts(root, statements) {
  const byFile = grouped(statements)
  const texts = new Map()
  for (const [file, own] of byFile) {
    const compiled = join(root, file.replace('/src/', '/dist/').replace(/\.ts$/u, '.js'))
    const copy = compiled.replace(/\.js$/u, '.statements.mjs')
    const thunks = own.map(({ expression }) => `() => (${expression})`)
    writeFileSync(copy, `${readFileSync(compiled, 'utf8')}\nexport const STATEMENTS = [\n${thunks.join(',\n')}\n]\n`)
    try {
      const { STATEMENTS } = await import(pathToFileURL(copy).href)
      for (const [place, statement] of own.entries()) texts.set(statement, textOf(STATEMENTS[place]))
    } finally {
      rmSync(copy)
    }
  }
  return texts
}

function textOf(thunk) {
  try {
    return thunk()
  } catch (error) {
    if (error instanceof ReferenceError) return null
    throw error
  }
}

function grouped(statements) {
  const groups = new Map()
  for (const each of statements) groups.set(each.file, [...(groups.get(each.file) ?? []), each])
  return groups
}
