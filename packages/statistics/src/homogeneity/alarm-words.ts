import type { Homogeneity, WatchedServer } from './watch-homogeneity.js'

/** Describes a run's alarm: which server differs, by how much, and what to do; null without one. */
export function alarmWords({ alarm, servers }: Homogeneity): string | null {
  if (alarm === null) return null
  const after = `by the first samples of ${alarm.at} questions. No live interval is shown any more`
  const bad = servers.find(({ server }) => server === alarm.server)
  if (bad === undefined)
    return `answers changed during the run on all servers, ${after}: check what changed while it ran`
  const others = servers.filter((each) => each !== bad)
  const all = others.reduce((sum, { drawn, right }) => ({ drawn: sum.drawn + drawn, right: sum.right + right }), {
    drawn: 0,
    right: 0,
  })
  return `worker ${bad.server} answers differently from the others (${shareOf(bad)} right, the others ${shareOf(all)}), ${after}: check its model server`
}

function shareOf({ drawn, right }: Pick<WatchedServer, 'drawn' | 'right'>): string {
  return `${((100 * right) / Math.max(1, drawn)).toFixed(1)} % of ${drawn}`
}
