/** A place inside a value of JSON, and the value written with anything else there. */
export interface Place {
  readonly name: string
  readonly with: (json: string) => string
}

const MARK = '\u241f'

/** Lists every place of a value, itself included: where something hostile can stand in it. */
export function placesOf(value: unknown): Place[] {
  return pathsOf(value).map((path) => {
    const [before = '', after = ''] = JSON.stringify(replaced(value, path)).split(JSON.stringify(MARK))
    return { name: path.join('.') || 'all of it', with: (json) => `${before}${json}${after}` }
  })
}

type Path = readonly string[]

function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, held]) => pathsOf(held).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return MARK
  if (Array.isArray(value)) return value.map((held: unknown, at) => (String(at) === key ? replaced(held, rest) : held))
  const held = Object.entries(value as object).map(([name, each]) => [name, name === key ? replaced(each, rest) : each])
  return Object.fromEntries(held)
}
