import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { ROOT } from '../root.js'

/** The values files of k8s/values. */
export const EXAMPLES = ['gpu', 'cpu-demo', 'two-models', 'several-nodes', 'model-server', 'mixed'] as const
export type Example = (typeof EXAMPLES)[number]

export const CHART = join(ROOT, 'k8s/chart')

const RENDERED = fileURLToPath(new URL('../../../src/deploy/kubernetes/goldens/', import.meta.url))
const BETWEEN = '\n---\n'
/** The example that is kept whole; of the others, only the objects that differ from its are. */
export const WHOLE: Example = 'gpu'
/** What stands for an object that is the same as in WHOLE, and for a file of the chart that is rendered as it is. */
const SAME = `# as in ${WHOLE}: `
const FILE = /^( *)\{\{ (files\/\S+) \}\}$/gm

/** Where what the chart renders of an example is kept, so that it can be checked without Helm. */
export function goldenOf(example: Example): string {
  return `${RENDERED}${example}.yaml`
}

/**
 * What is kept of an example: the hash of its source, and what differs from the example that is kept whole, `whole` as it
 * is rendered now.
 */
export function kept(example: Example, rendered: string, whole: string): string {
  const known = example === WHOLE ? new Map() : objects(whole)
  const texts = [...objects(rendered)].map(([name, text]) =>
    known.get(name) === text ? `${SAME}${name}` : withoutFiles(text),
  )
  return `# ${sourceOf(example)}\n${texts.join(BETWEEN)}\n`
}

/** Everything that was rendered, from what is kept of it. */
export function unfolded(text: string, whole: string): string {
  const known = whole === '' ? new Map<string, string>() : objects(whole)
  const [, ...lines] = text.trimEnd().split('\n')
  return lines
    .join('\n')
    .split(BETWEEN)
    .map((one) => {
      if (!one.startsWith(SAME)) return one.replaceAll(FILE, (_, pad: string, file: string) => indented(file, pad))
      const same = known.get(one.slice(SAME.length))
      if (same === undefined) throw new Error(`${one}: it is not there`)
      return same
    })
    .join(BETWEEN)
}

/** Everything that the chart renders of an example, as it is kept. */
export function renderedOf(example: Example): string {
  return unfolded(readFileSync(goldenOf(example), 'utf8'), example === WHOLE ? '' : renderedOf(WHOLE))
}

/** The hash of the source that the golden of an example is of. */
export function keptSourceOf(example: Example): string {
  return /^# (\S+)\n/.exec(readFileSync(goldenOf(example), 'utf8'))?.[1] ?? ''
}

/** Tells the chart and the values that an example is rendered from apart from others, but for the version in both. */
export function sourceOf(example: Example): string {
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'Chart.yaml')
    .map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const file of [...files.toSorted(), `${ROOT}k8s/values/${example}.yaml`]) {
    hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** The objects of a rendered example, by kind and name. */
function objects(rendered: string): Map<string, string> {
  const texts = rendered.trimEnd().split(BETWEEN)
  const named = texts.map((text) => {
    const { kind, metadata } = parse(text) as { kind: string; metadata: { name: string } }
    return [`${kind}/${metadata.name}`, text] as const
  })
  const found = new Map(named)
  if (found.size < texts.length) throw new Error('two objects have one kind and name')
  return found
}

function withoutFiles(text: string): string {
  const files = readdirSync(join(CHART, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(CHART, join(parentPath, name)))
  return files.reduce(
    (left, file) =>
      ['  ', '    '].reduce(
        (shorter, pad) => shorter.replace(`\n${indented(file, pad)}`, `\n${pad}{{ ${file} }}`),
        left,
      ),
    text,
  )
}

function indented(file: string, pad: string): string {
  const text = readFileSync(join(CHART, file), 'utf8').trimEnd()
  return `${pad}${text.replaceAll('\n', `\n${pad}`)}`
}
