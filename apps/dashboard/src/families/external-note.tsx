import { isExternal } from '@cges-fleet/methods/replay'
import type { NamedReport } from './name-methods'

/** Explains the external rules among the methods, if there are any. */
export function ExternalNote({ reports }: { readonly reports: readonly NamedReport[] }) {
  if (!reports.some(({ spec }) => isExternal(spec))) return null
  return (
    <>
      {' '}
      External: a rule of one’s own decided on the same samples, and was held to be a function of those it is charged
      for; it is in no digest.
    </>
  )
}
