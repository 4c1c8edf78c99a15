import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IMPORT = /^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s*'([^']+)'/gmu
const EXPORT = /^export (?:declare )?(?:async )?(?:abstract )?(?:const|function|class|interface|type|enum)\*? (\w+)/gmu

/**
 * The names that files import from each other, read from their source: an import through a package's index leads to the
 * files that define the names it asks for, not to everything the index exports.
 */
export class ModuleGraph {
  constructor(
    root,
    /** Source texts by path, from the root. */
    texts,
  ) {
    this.root = root
    this.texts = texts
  }

  /** The files that define what a file imports, types too. */
  linksOf(path) {
    return [
      ...new Set(
        this.#clauses(path).flatMap(({ names, target }) => names.flatMap(({ name }) => this.#definers(target, name))),
      ),
    ]
  }

  /** The files that define what a file imports; types are left out, except those of classes, which are injected. */
  importsOf(path) {
    return this.#clauses(path).flatMap(({ names, target }) =>
      names.flatMap(({ name, isType }) =>
        this.#definers(target, name).filter(
          (file) => !isType || this.texts.get(file).includes(`export class ${name} `),
        ),
      ),
    )
  }

  /** The names a package's index exports, each with the file that defines it. */
  exportsOf(index) {
    const passed = this.#clauses(index)
      .filter(({ isPassed }) => isPassed)
      .flatMap(({ isAll, names, target }) =>
        isAll ? this.exportsOf(target) : names.map(({ name }) => ({ name, path: target })),
      )
    const own = [...(this.texts.get(index) ?? '').matchAll(EXPORT)].map(([, name]) => ({ name, path: index }))
    const all = [...passed, ...own].map((each) => [each.name, each])
    return [...new Map(all).values()]
  }

  #clauses(path) {
    return [...(this.texts.get(path) ?? '').matchAll(IMPORT)].flatMap(([statement, type, clause, from]) => {
      const target = this.#resolve(path, from)
      if (target === null) return []
      const names = [...clause.matchAll(/(type\s+)?(\w+)(?:\s+as\s+\w+)?/gu)].map(([, isType, name]) => ({
        name,
        isType: type !== undefined || isType !== undefined,
      }))
      return [{ isPassed: statement.startsWith('export'), isAll: clause.trim() === '*', names, target }]
    })
  }

  #definers(path, name) {
    if (!path.endsWith('/index.ts')) return [path]
    return this.exportsOf(path)
      .filter((each) => each.name === name)
      .map((each) => each.path)
  }

  #resolve(path, from) {
    if (from.startsWith('.')) {
      const target = join(dirname(path), from.replace(/\.js$/u, ''))
      return this.#known(`${target}.ts`) ?? this.#known(`${target}.tsx`) ?? this.#known(join(target, 'index.ts'))
    }
    const [, folder, part] = /^@cges-fleet\/([\w-]+)(?:\/(.+))?$/u.exec(from) ?? []
    if (folder === undefined) return null
    const group = ['packages', 'apps'].find((each) => existsSync(join(this.root, each, folder))) ?? 'packages'
    const source = join(group, folder, 'src')
    return (
      this.#known(join(source, part === undefined ? 'index.ts' : `${part}.ts`)) ??
      this.#known(join(source, part ?? '', 'index.ts'))
    )
  }

  #known(path) {
    return this.texts.has(path) ? path : null
  }
}
