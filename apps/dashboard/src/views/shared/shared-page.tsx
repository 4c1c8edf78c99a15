'use client'

import type { SharedStatistics, SharedView } from '@cges-fleet/core'
import { ByShareLink } from '../../addresses/team-link'
import { Instant } from '../../ui/format/instant'
import { laterPart } from '../../ui/shell/later-part'

const SharedComparison = laterPart(() => import('./shared-comparison').then((loaded) => loaded.SharedComparison))
const SharedEvaluation = laterPart(() => import('./shared-evaluation').then((loaded) => loaded.SharedEvaluation))

interface Props {
  readonly shared: SharedView
  /** Null while they are computed. */
  readonly statistics: SharedStatistics | null
}

/** What a share link shows: the team's own views, without anything that leads to its other pages. */
export function SharedPage({ shared, statistics }: Props) {
  return (
    <ByShareLink value>
      {shared.kind === 'evaluation' ? (
        <SharedEvaluation view={shared.evaluation} statistics={statistics?.evaluation ?? null} />
      ) : (
        <SharedComparison shared={shared} statistics={statistics?.comparison ?? null} />
      )}
      <p className="footnote shared-note" data-testid="shared-note">
        This read-only link works until <Instant at={shared.expiresAt} />. It shows no questions or answers.
      </p>
    </ByShareLink>
  )
}
