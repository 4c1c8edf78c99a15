import { ABOUT_PRESETS, PRESETS } from '@cges-fleet/core'
import Link from 'next/link'

interface Props {
  /** The benchmarks that are there. */
  readonly benchmarks: readonly { readonly name: string }[]
  /** The preset that the form starts from, if any. */
  readonly current: string | null
}

/** Presets to start from, as far as their benchmarks are imported. */
export function PresetLinks({ benchmarks, current }: Props) {
  const offered = PRESETS.filter(({ spec }) => benchmarks.some(({ name }) => name === spec.benchmark))
  if (offered.length === 0) return null
  const chosen = offered.find(({ name }) => name === current)
  return (
    <nav aria-label="Start from">
      <p className="about">
        As in the paper:{' '}
        {offered.map(({ name, title }, at) => (
          <span key={name}>
            {at === 0 ? '' : ', '}
            <Link
              href={`/evaluations/new?preset=${name}`}
              prefetch={false}
              aria-current={name === current ? 'page' : undefined}
            >
              {title}
            </Link>
          </span>
        ))}
        . {chosen === undefined ? null : `For a pool that serves ${chosen.model}. ${ABOUT_PRESETS}`}
      </p>
    </nav>
  )
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
