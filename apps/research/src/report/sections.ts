import type { BenchmarkReport, Reproduction } from './reproduction.js'
import { gammaTables, gateTable, idealRiskTable, riskTables } from './tables/beyond-tables.js'
import { figureOneTable, sliceTable, theoryTable, topTables } from './tables/claim-tables.js'
import { resultTables, wallClockTable } from './tables/result-tables.js'
import { correlationTable, noiseTable, signalTables } from './tables/signal-tables.js'
import type { Section } from './tables/table.js'

/** The whole report in order, as words and tables; every layout shows the same. */
export function sectionsOf(report: Reproduction): Section[] {
  const { benchmarks, gates } = report
  const simulated = report.origin === 'simulated'
  return [
    ...(gates.length === 0 ? [] : [gateSection(report)]),
    {
      id: 'results',
      title: simulated ? 'Results, simulated, beside the paper’s' : 'Results on recorded samples, beside the paper’s',
      text: [
        ...benchmarks.flatMap(({ title, notes }) => notes.map((note) => `${title}: ${note}`)),
        ...(simulated
          ? [
              'DSC is given the true order of difficulty, better than any ranking a model makes; the paper’s DSC is not that of its authors, so its rows cannot agree.',
              'ASC-Dir stops by the exact probability. The row below it replays what the reference code does under NumPy ≥ 1.24: its integration fails silently, and it never stops once three distinct answers were seen. That is the published row. It is offered nowhere as a method.',
            ]
          : []),
      ],
      tables: resultTables(benchmarks),
    },
    { id: 'wall-clock', title: 'Wall-clock', text: [], tables: [wallClockTable(benchmarks)] },
    {
      id: 'pareto',
      title: 'Accuracy against calls',
      text: [dominatedText(benchmarks)],
      tables: [],
    },
    {
      id: 'signals',
      title: 'Confidence signals and what they save',
      text: simulated ? ['ECE and AUC were fitted, so their agreement says nothing; efficiency was not.'] : [],
      tables: [...signalTables(benchmarks), correlationTable(report.correlations)],
    },
    { id: 'noise', title: 'Noise on confidences', text: [], tables: [noiseTable(benchmarks)] },
    ...claims(report),
    ...beyond(report),
  ]
}

function dominatedText(benchmarks: readonly BenchmarkReport[]): string {
  const shares = benchmarks.map(({ title, pareto: { dominated } }) => `${title} ${dominated.points} of ${dominated.of}`)
  return `Points of SC, ESC, ASC and DSC that a CGES point of a token signal dominates: ${shares.join(', ')}. The paper says all of them on AIME24, MATH500 and MMLU-Pro, and none strictly on GPQA.`
}

function gateSection({ quick, gates }: Reproduction): Section {
  const reached = gates.filter((gate) => gate.reached).length
  return {
    id: 'gates',
    title: `${reached} of ${gates.length} figures reached`,
    text: [
      'The questions, answers and confidences are simulated: fitted to the paper’s SC, ESC and ASC-β rows and to each signal’s ECE and AUC. Nothing of CGES, ASC-Dir or DSC was fitted; those are predictions.',
      'Not blind: a prototype compared about 25 settings on CGES’s rows, so only the γ = .999 rows of token signals are untuned, and several signals are near-duplicates.',
      ...(quick ? ['A quick run: few replicates, so a figure may be missed or reached by chance.'] : []),
    ],
    tables: [gateTable(gates)],
  }
}

/** What the paper says in words or proves, and prints no table of. */
function claims({ theory, figureOne, slicePredictions, benchmarks }: Reproduction): Section[] {
  return [
    {
      id: 'theory',
      title: 'What the paper proves, and its figure 1',
      text: ['Simulated on models where the assumptions hold, whatever the benchmarks above are.'],
      tables: [theoryTable(theory), figureOneTable(figureOne)],
    },
    {
      id: 'claims',
      title: 'What the paper says of γ',
      text: [
        '“The empirical drift on a small labelled slice (50 to 100 questions) predicts efficiency”; “curves are flat near the top”; “the budget-exhaustion event is rare for moderate γ and B”.',
      ],
      tables: [...(slicePredictions.length === 0 ? [] : [sliceTable(slicePredictions)]), ...topTables(benchmarks)],
    },
  ]
}

/** Results that the paper does not report. */
function beyond({ benchmarks, idealRisk }: Reproduction): Section[] {
  return [
    {
      id: 'gamma',
      title: 'Choosing γ without looking',
      text: [
        'The paper’s efficient γ is chosen on the labels that judge it, averaged over seeds. A team has one run, and questions it has no labels of.',
      ],
      tables: gammaTables(benchmarks),
    },
    {
      id: 'risk',
      title: 'Is the risk at stop at most 1 − γ?',
      text: [
        'The paper’s proposition promises it for a fixed support and calibrated confidences. The algorithm it runs lets the support grow with the answers seen: then the bound fails even in ideal models, where every real option has been seen and OTHER still weighs in. With a support fixed at the number of options it holds there.',
        'Marked: the 95 % interval lies above 1 − γ.',
      ],
      tables: [idealRiskTable(idealRisk), ...riskTables(benchmarks)],
    },
  ]
}
