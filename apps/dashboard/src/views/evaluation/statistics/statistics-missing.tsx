/** Says why statistics are not shown: they are being computed, or cannot be read. */
export function StatisticsMissing({ problem }: { readonly problem: string | null }) {
  return (
    <p className="panel muted statistics-missing" data-testid="statistics-missing">
      {problem === null
        ? 'Intervals of differences, tests and outcomes are being computed …'
        : `Intervals of differences, tests and outcomes cannot be shown: ${problem}. Trying again.`}
    </p>
  )
}
