import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>

const ANYTHING: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\0', '\uD800', '', '__proto__', null, -1, 0, 1.5, 1e308, 2 ** 53, true, [], {}),
  fc.integer(),
  fc.json().map((text) => JSON.parse(text) as unknown),
)

/** Values that a JSON schema allows, near its bounds too; mostly allowed ones if it uses keywords not handled here. */
function valueOf(schema: unknown): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null) return ANYTHING
  const { type, enum: options, const: only, anyOf, oneOf, items, properties, required } = schema as Json
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(options)) return fc.constantFrom(...(options as unknown[]))
  const either = anyOf ?? oneOf
  if (Array.isArray(either) && either.length > 0) return fc.oneof(...either.map(valueOf))
  switch (type) {
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom('numbers', 'test-pool', 'sc@2', 'viewer', '{question}'),
      )
    case 'integer':
    case 'number':
      return numberOf(schema as Json, type)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(items), { maxLength: 3 })
    case 'object':
      return objectOf((properties ?? {}) as Json, Array.isArray(required) ? (required as string[]) : [])
    default:
      return ANYTHING
  }
}

function numberOf({ minimum, maximum }: Json, type: string): fc.Arbitrary<number> {
  const low = typeof minimum === 'number' ? minimum : -1000
  const high = typeof maximum === 'number' ? maximum : Math.max(low, 1000)
  const edges = fc.constantFrom(low, high)
  if (type === 'number') return fc.oneof(edges, fc.double({ min: low, max: high, noNaN: true }))
  return fc.oneof(
    edges,
    fc.integer({ min: Math.ceil(Math.max(low, -(2 ** 31))), max: Math.floor(Math.min(high, 2 ** 31 - 1)) }),
  )
}

function objectOf(properties: Json, required: readonly string[]): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]))
  return fc.record(values, { requiredKeys: [...required] })
}

/** Bodies made from a route's schema: valid ones, ones with a bad field, a valid one corrupted, and anything at all. */
export function bodyFor(schema: object, known: Json): fc.Arbitrary<string> {
  const allowed = valueOf(schema)
  const { properties } = schema as { properties?: Json }
  const fields = Object.keys(properties ?? {})
  const field = fields.length === 0 ? fc.constant('x') : fc.oneof(fc.constantFrom(...fields), fc.string())
  const spoilt = fc
    .tuple(fc.oneof(allowed, fc.constant(known)), field, ANYTHING)
    .map(([value, name, wrong]) => ({ ...(value as object), [name]: wrong }))
  return fc.oneof(
    { weight: 4, arbitrary: fc.oneof(allowed, spoilt, ANYTHING).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constant('{"a":'), fc.constant('')) },
  )
}
