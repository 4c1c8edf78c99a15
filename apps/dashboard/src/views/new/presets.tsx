import Link from 'next/link'
import { type Draft, firstDraft } from './draft'
import type { FormProps } from './fields'
import type { OfferedPreset } from './offer'
import { submissionOf } from './submission'

/** Buttons that fill the form with a preset. What was typed for benchmark, pool and name stays. */
export function Presets({ draft, change, offer: { presets, benchmarks } }: Omit<FormProps, 'faults'>) {
  const offered = presetsFor(presets, draft.benchmark)
  const most = benchmarks.find(({ name }) => name === draft.benchmark)?.questions ?? Infinity
  const shown = JSON.stringify(submissionOf(draft))
  const filled = (preset: OfferedPreset): Draft => ({
    ...firstDraft(draft),
    ...preset.settings,
    benchmark: draft.benchmark,
    pool: draft.pool,
    questions: Number(preset.settings.questions) < most ? preset.settings.questions : '',
    name: draft.name,
    suite: draft.suite,
    isSuite: draft.isSuite,
    moreBenchmarks: draft.moreBenchmarks,
    morePools: draft.morePools,
  })
  const chosen = offered.find((preset) => JSON.stringify(submissionOf(filled(preset))) === shown)
  return (
    <div className="presets">
      <div role="group" aria-label="Start from">
        {offered.map((preset) => (
          <button
            key={preset.title}
            type="button"
            title={preset.about}
            aria-pressed={preset === chosen}
            onClick={() => change(filled(preset))}
          >
            {preset.title}
          </button>
        ))}
      </div>
      <p className="about">{chosen?.about ?? 'A preset sets the methods, budgets and sampling below.'}</p>
    </div>
  )
}

/** The presets for a benchmark: those for any, but where one of the same title is made for it, that. */
function presetsFor(presets: readonly OfferedPreset[], benchmark: string): OfferedPreset[] {
  const own = presets.filter((each) => each.benchmark === benchmark)
  const general = presets.filter((each) => each.benchmark === null)
  return general.map((each) => own.find(({ title }) => title === each.title) ?? each)
}

/** The message for a reader who may view but not submit. */
export function MayNotSubmit() {
  return (
    <section className="panel notice" data-testid="may-not-submit">
      <h1>Your key may not submit</h1>
      <p>
        It may read evaluations. To start one, ask an admin of your team for a key of a <strong>member</strong>, and
        sign in with that.
      </p>
      <p>
        <Link className="button" href="/evaluations">
          All evaluations
        </Link>
      </p>
    </section>
  )
}
