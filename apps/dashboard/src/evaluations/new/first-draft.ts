import type { Draft, MethodDraft } from './draft'

/** The methods of a first evaluation: the baseline and one for each way to stop, with the paper's settings. */
const METHODS: readonly Omit<MethodDraft, 'id' | 'budget'>[] = [
  { method: 'sc', values: {} },
  { method: 'esc', values: { window: '4' } },
  { method: 'asc-beta', values: {} },
  { method: 'cges', values: { confidence: 'lns-arith', gamma: '0.99' } },
]

/** A draft to start from: only required choices are made. */
export function firstDraft({ benchmark, pool }: Pick<Draft, 'benchmark' | 'pool'>): Draft {
  return {
    name: '',
    suite: '',
    benchmark,
    pool,
    questions: '',
    replicates: '1',
    seed: '0',
    budget: '16',
    methods: METHODS.map((method, id) => ({ ...method, id, budget: '' })),
    sampling: {},
    caps: { calls: '', tokens: '' },
    reasoning: false,
    paper: false,
    interactive: false,
    lookahead: 'off',
    audit: '',
    notify: '',
  }
}
