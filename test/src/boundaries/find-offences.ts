import { posix } from 'node:path'

/** One source file: its path from the root and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

interface Place {
  readonly group: 'apps' | 'packages' | 'test'
  readonly name: string
}

const PACKAGES = [
  'methods',
  'answers',
  'core',
  'client',
  'statistics',
  'formats',
  'replay',
  'db',
  'queue',
  'telemetry',
  'stores',
  'tiny-llama',
  'report',
]

/** The one app that another may import: research, which the command line runs. */
const EMBEDDED = { app: 'research', by: 'cli' }

/** Wording and mathematics, in the order in which they depend on each other, with their other dependencies. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  methods: ['zod'],
  answers: ['zod', 'decimal.js'],
  core: ['zod'],
  statistics: ['zod'],
  formats: ['zod', 'json-p3', 'csv-parse', 'csv-parse/browser/esm/sync'],
  replay: [],
}

/** Which of our packages each may import. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  methods: [],
  answers: [],
  core: ['methods', 'answers'],
  client: ['core'],
  statistics: ['methods', 'answers', 'core'],
  formats: ['methods', 'answers', 'core'],
  replay: ['methods', 'answers', 'core', 'statistics', 'formats'],
  db: ['methods', 'answers', 'core', 'statistics', 'formats'],
  queue: [],
  telemetry: ['core'],
  stores: ['db', 'queue', 'telemetry'],
  'tiny-llama': ['methods', 'core', 'formats'],
  report: ['core'],
  dashboard: ['methods', 'answers', 'core', 'client', 'statistics', 'formats', 'report'],
  research: ['methods', 'answers', 'core', 'statistics', 'formats', 'replay'],
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\s]+)\1/g

/** A path of the API as somebody might spell it, in code or in a text that is fetched. */
const API_PATH =
  /\/v1\/(?:accounts|audit|benchmarks|docs|evaluations|exports|forecasts|imports|keys|labels|openapi\.json|pools|session|sign-in|teams|webhooks)(?![\w-])/

/** Where the API's addresses are spelt, once, and the tests of how an address is written. */
const ADDRESSES = [
  'packages/core/src/contract/addresses.ts',
  'packages/core/src/contract/contract.test.ts',
  'packages/client/src/client.test.ts',
]

/** Zod in a page is 40 kB more, and asks for `eval`, which the pages' policy forbids. */
const READS_SCHEMAS = /\bimport\s+(?!type\b)[^'"]*['"](?:zod|\.\/(?:schemas|contract)\/)/

/** What pure packages may not use: they must run in a browser, and decide the same whenever and wherever they run. */
const FORBIDDEN_IN_PURE: readonly [RegExp, string][] = [
  [/\bfetch\s*\(/, 'fetch'],
  [/\bprocess\s*\./, 'process'],
  [/\bDate\s*\.\s*now\b/, 'Date.now'],
  [/\bnew Date\s*\(\s*\)/, 'new Date()'],
  [/\bMath\s*\.\s*random\b/, 'Math.random'],
  [/\bBuffer\s*\./, 'Buffer'],
  [/\bset(?:Timeout|Interval)\s*\(/, 'timers'],
]

/** Lists what in one source file violates the dependency rules. Pure: texts in, sentences out. */
export function findOffences({ path, text }: Source): string[] {
  const place = placeOf(path)
  if (place === null) return []
  const code = withoutComments(text)
  const imports = [...code.matchAll(IMPORT)].map(([, , specifier]) => specifier ?? '')
  return [
    ...imports.flatMap((specifier) => importOffence(path, place, specifier)),
    ...codeOffences(path, place, code),
    ...(API_PATH.test(code) && !ADDRESSES.includes(path)
      ? ['spells a path of the API: name its route, and write pathOf']
      : []),
  ].map((offence) => `${path}: ${offence}`)
}

/** Lists what in a package.json violates the dependency rules. */
export function findDependencyOffences({ path, text }: Source): string[] {
  const place = placeOf(path)
  if (place === null) return []
  const manifest = JSON.parse(text) as {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const offences = dependencies.filter(isOurs).flatMap((name) => arrowOffence(place, name))
  const uses = pureUses(place)
  if (uses !== undefined) {
    const others = Object.keys(manifest.dependencies ?? {}).filter((name) => !isOurs(name) && !uses.includes(name))
    offences.push(...others.map((name) => `${place.name} depends on ${name}`))
  }
  if (place.group === 'apps') {
    offences.push(
      ...dependencies.filter((name) => /^(typeorm|pg)$/.test(name)).map((name) => `${name} is for db alone`),
    )
  }
  return offences.map((offence) => `${path}: ${offence}`)
}

/** Lists the relative paths named in a document, as code or as links. */
export function pathsNamedIn(document: string): string[] {
  const fenceless = document.replaceAll(/^```[\s\S]*?^```/gm, '')
  const coded = [...fenceless.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '')
  const linked = [...fenceless.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  const inTree = /^(?:apps|packages|test|docs|k8s|\.config|\.github)\/[\w./[\]-]+$/
  const links = linked.filter((target) => !/^(?:[a-z]+:|#|\/)/.test(target)).map((target) => target.replace(/#.*$/, ''))
  return [...new Set([...coded.filter((code) => inTree.test(code)), ...links])]
}

function placeOf(path: string): Place | null {
  const [group, name] = path.split('/')
  if (group === 'test') return { group, name: 'test' }
  return (group === 'apps' || group === 'packages') && name !== undefined ? { group, name } : null
}

function importOffence(path: string, place: Place, specifier: string): string[] {
  if (specifier.startsWith('.')) {
    const target = placeOf(posix.normalize(posix.join(posix.dirname(path), specifier)))
    return target?.group === place.group && target.name === place.name
      ? []
      : [`imports ${specifier} of another package`]
  }
  if (isOurs(specifier)) return arrowOffence(place, specifier)
  const isTest = place.group === 'test' || path.includes('.test.') || path.includes('/testing/')
  if (isTest) return []
  const uses = pureUses(place)
  if (uses?.includes(specifier) === false) {
    return [`imports ${specifier}, but ${place.name} has ${uses.join(' and ') || 'nothing of others'} alone`]
  }
  if (/^(typeorm|pg)(\/|$)/.test(specifier) && place.name !== 'db')
    return [`imports ${specifier}, which is for db alone`]
  const knowsQueue = place.name === 'queue' || /\.(processor|module)\.ts$/.test(path)
  if (/^(bullmq|@nestjs\/bullmq)(\/|$)/.test(specifier) && !knowsQueue) {
    return [`imports ${specifier}, which is for queue, processors and their modules`]
  }
  return []
}

function pureUses({ group, name }: Place): readonly string[] | undefined {
  return group === 'packages' ? PURE[name] : undefined
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@cges-fleet/')
}

function arrowOffence(place: Place, specifier: string): string[] {
  if (place.group === 'test') return []
  const target = specifier.split('/')[1] ?? ''
  if (place.name === EMBEDDED.by && target === EMBEDDED.app) return []
  if (!PACKAGES.includes(target)) return [`reaches ${specifier}, an app`]
  const allowed = ARROWS[place.name] ?? PACKAGES
  return allowed.includes(target) ? [] : [`reaches ${specifier}, against the arrows`]
}

function codeOffences(path: string, place: Place, code: string): string[] {
  if (place.group === 'test' || path.includes('.test.') || path.includes('/testing/')) return []
  const offences =
    /\bprocess\.env\b/.test(code) && !/(^|\/)env\.ts$/.test(path) ? ['reads process.env outside env.ts'] : []
  if (pureUses(place) === undefined) return offences
  if (/^packages\/core\/src\/[\w-]+-words\.ts$/.test(path) && READS_SCHEMAS.test(code)) {
    offences.push('reads a schema, which would bring zod to the pages that show these words: import its type')
  }
  const forbidden = FORBIDDEN_IN_PURE.filter(([form]) => form.test(code))
  return [...offences, ...forbidden.map(([, name]) => `${place.name} uses ${name}`)]
}

/** Comments may mention anything; `//` inside a string, as in a URL, stays. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
}
