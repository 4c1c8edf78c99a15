import type { Reproduction } from '../reproduction.js'
import { sectionsOf } from '../sections.js'
import { escapeHtml } from '../svg/axes.js'
import { paretoFigure } from '../svg/pareto-figure.js'
import { predictionFigure } from '../svg/prediction-figure.js'
import { driftFigure, noiseFigure } from '../svg/signal-figures.js'
import type { Section, Table } from '../tables/table.js'
import { provenance } from '../provenance.js'
import { STYLE } from './style.js'
import { tableHtml } from './table-html.js'

const DIAGRAMS: Readonly<Record<string, (report: Reproduction) => string>> = {
  results: predictionFigure,
  pareto: paretoFigure,
  signals: driftFigure,
  noise: noiseFigure,
}

/** Tables that only a reader who looks for them wants open. */
const FOLDED = new Set(['calls-8', 'accuracy-8', 'calls-4', 'accuracy-4', 'ece', 'auc'])

/** Writes the reproduction as one page that needs nothing else: no script, no font, no network. */
export function reproductionHtml(report: Reproduction): string {
  const sections = sectionsOf(report)
  const runs = report.benchmarks.map(
    ({ title, questions, replicates }) => `${title} ${questions.toLocaleString('en')} × ${replicates}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>CGES, reproduced</title><style>${STYLE}</style></head><body><main>
<p class="banner">${banner(report)}</p>
<h1>Confidence-guided early stopping: the paper’s experiments, run again</h1>
<p class="soft">Questions × replicates: ${escapeHtml(runs.join(', '))}. Below each number of ours: the paper’s · the difference; ± is the standard deviation over replicates (n − 1). In red: more than 15 % of calls or a point of accuracy away. Paper: ${escapeHtml(report.source)}</p>
<nav>${sections.map(({ id, title }) => `<a href="#${id}-section">${escapeHtml(title)}</a>`).join('')}</nav>
${sections.map((section) => sectionHtml(section, report)).join('\n')}
</main></body></html>
`
}

function banner(report: Reproduction): string {
  return report.origin === 'simulated'
    ? `${provenance(report)}. No model was asked: every number here that is not the paper’s comes from simulated answers.`
    : `${provenance(report)}. Answers and confidences are those of the samples given.`
}

function sectionHtml({ id, title, text, tables }: Section, report: Reproduction): string {
  const open = tables.filter((table) => !FOLDED.has(table.id))
  const folded = tables.filter((table) => FOLDED.has(table.id))
  return `<section id="${id}-section"><h2>${escapeHtml(title)}</h2>
${text.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${DIAGRAMS[id]?.(report) ?? ''}
${open.map(tableHtml).join('\n')}${folded.length === 0 ? '' : foldedHtml(folded)}</section>`
}

function foldedHtml(tables: readonly Table[]): string {
  const names = tables.map(({ title }) => title).join(' · ')
  return `<details><summary>${escapeHtml(names)}</summary>${tables.map(tableHtml).join('\n')}</details>`
}
