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
