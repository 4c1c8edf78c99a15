import { formatCount } from '../format/format-count'
import { signed } from '../format/format-points'

/** A difference in tokens, under that in calls; nothing if it is not known. */
export function TokensDelta({ tokens }: { readonly tokens: number | null }) {
  return tokens === null ? null : <span className="under">{signed(formatCount(Math.round(tokens)))} tokens</span>
}
