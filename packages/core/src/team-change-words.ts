type Detail = Readonly<Record<string, unknown>>

/** What each setting of a team is called, under its name in the log; null is written as said here. */
const SETTINGS: readonly (readonly [path: readonly string[], name: string, none: string])[] = [
  [['weight'], 'weight', 'none'],
  [['limits', 'samplesInFlight'], 'calls in flight', 'no limit'],
  [['limits', 'tokensPerDay'], 'tokens a day', 'no limit'],
  [['limits', 'gpuSecondsPerMonth'], 'GPU seconds a month', 'no limit'],
  [['limits', 'callsPerEvaluation'], 'calls of one evaluation', 'no limit'],
  [['limits', 'storedBytes'], 'bytes stored', 'no limit'],
  [['keep', 'finishedDays'], 'days until finished evaluations are deleted', 'never'],
  [['keep', 'archivedDays'], 'days until archived evaluations are deleted', 'never'],
  [['keep', 'textsDays'], 'days until texts are deleted', 'never'],
  [['gateway', 'keepDays'], 'days that requests to the gateway are kept', 'none'],
  [['gateway', 'auditShare'], 'share of requests to the gateway that is drawn whole', 'none'],
]

/** Says which settings of a team a change set, from what to what: `weight from 1 to 3`. Empty if the log has none. */
export function teamChangeWords({ before, after }: Detail): string {
  const changes = SETTINGS.flatMap(([path, name, none]) => {
    const [from, to] = [valueWords(before, path, none), valueWords(after, path, none)]
    return from === null || to === null || from === to ? [] : [`${name} from ${from} to ${to}`]
  })
  return changes.join(', ')
}

function valueWords(settings: unknown, path: readonly string[], none: string): string | null {
  const value = path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    settings,
  )
  if (value === null) return none
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : null
}
