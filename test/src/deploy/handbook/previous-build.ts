import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../root.js'

const APPS = ['apps/api', 'apps/coordinator', 'apps/worker', 'apps/cli']

/** The last release's tag, or what `UPGRADE_FROM` names in its place; else why there is none. */
export function lastRelease(): { readonly commit: string } | { readonly missing: string } {
  const named = process.env['UPGRADE_FROM']
  if (named !== undefined) return { commit: named }
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return { missing: 'this is no clone with its history' }
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  return tag === '' ? { missing: 'nothing is released yet' } : { commit: tag }
}

function git(...args: string[]): string {
  return spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** An earlier commit, compiled in a folder of its own with the dependencies of this one, wherever it had them. */
export class PreviousBuild {
  readonly root = mkdtempSync(join(tmpdir(), 'cges-previous-'))

  constructor(commit: string) {
    run('sh', ['-c', `git -C '${ROOT}' archive '${commit}' | tar -x -C '${this.root}'`], this.root)
    this.#share('node_modules')
    for (const group of ['apps', 'packages']) {
      for (const name of readdirSync(join(this.root, group))) this.#link(join(group, name, 'node_modules'))
      for (const name of readdirSync(join(ROOT, group))) this.#share(join(group, name, 'node_modules'))
    }
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--build', ...APPS], this.root)
  }

  /** Brings a database to this build's schema. */
  migrate(url: string): void {
    const env = { ...process.env, DATABASE_URL: url }
    run(process.execPath, [join(this.root, 'apps/cli/dist/main.js'), 'migrate'], this.root, env)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  /** What one of our packages depends on now, another may have depended on then: at the root every one finds it. */
  #share(modules: string): void {
    for (const name of existsSync(join(ROOT, modules)) ? dependenciesIn(join(ROOT, modules)) : []) {
      const link = join(this.root, 'node_modules', name)
      if (existsSync(link)) continue
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(realpathSync(join(ROOT, modules, name)), link)
    }
  }

  /** The links to our own packages are relative, so they lead to those of this build. */
  #link(modules: string): void {
    const from = join(ROOT, modules)
    if (existsSync(from)) cpSync(from, join(this.root, modules), { recursive: true, verbatimSymlinks: true })
  }
}

/** The names of the packages in a `node_modules`, ours left out. */
function dependenciesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.') || name === '@cges-fleet') return []
    return name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => join(name, each)) : [name]
  })
}

function run(...[command, args, cwd, env]: [string, string[], string, NodeJS.ProcessEnv?]): void {
  const ran = spawnSync(command, args, { cwd, encoding: 'utf8', ...(env === undefined ? {} : { env }) })
  if (ran.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${ran.stdout}${ran.stderr}`)
}
