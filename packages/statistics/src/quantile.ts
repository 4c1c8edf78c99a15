/**
 * Returns the value below which a share of sorted numbers lies, interpolated between neighbours; `share` in [0, 1]. NaN
 * if there are none. Source: Hyndman and Fan, Sample quantiles in statistical packages (1996), type 7.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (at - Math.floor(at)) * (above - below)
}
