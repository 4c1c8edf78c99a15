import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Keeps a run's figures as the data of a page, which has `<!-- tables: data/NAME.json -->` for them. */
export function keepFigures(name: string, about: string, resultsFile: string): void {
  const rows = readFileSync(resultsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { what: string; figure: string })
    .map(({ what, figure }) => [what, figure])
  const table = { title: 'Figures', about, head: ['what', 'figure'], rows }
  writeFileSync(join(ROOT, `docs/data/${name}.json`), `${JSON.stringify([table], null, 1)}\n`)
}
