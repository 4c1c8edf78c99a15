/** Which kinds of value of ours a type of PostgreSQL comes as, and which may be sent for it; by the names of `pg_type`. */
const KINDS = {
  bool: { comes: ['boolean'], takes: ['boolean'] },
  int2: { comes: ['number'], takes: ['number'] },
  int4: { comes: ['number'], takes: ['number'] },
  int8: { comes: ['string'], takes: ['number', 'string'] },
  numeric: { comes: ['string'], takes: ['number', 'string'] },
  float4: { comes: ['number'], takes: ['number'] },
  float8: { comes: ['number'], takes: ['number'] },
  text: { comes: ['string'], takes: ['string'] },
  name: { comes: ['string'], takes: ['string'] },
  uuid: { comes: ['string'], takes: ['string'] },
  date: { comes: ['date'], takes: ['date', 'string'] },
  timestamptz: { comes: ['date'], takes: ['date', 'string'] },
  bytea: { comes: ['bytes'], takes: ['bytes'] },
  json: { comes: ['object', 'array', 'string', 'number', 'boolean'], takes: ['string'] },
  jsonb: { comes: ['object', 'array', 'string', 'number', 'boolean'], takes: ['string'] },
  void: { comes: [], takes: [] },
}

/**
 * Lists what a caller believes of a statement and PostgreSQL does not: columns it has no name for or that are not
 * there, values of another kind, null if the row type has none, parameters too few, too many or of another kind.
 * `types` gives the name and element of a type by its number, `nullable` the name of a result's column if its table
 * lets it be null; a statement that asks for those that are not null keeps it out itself.
 */
export function compare({ text, row, values }, { columns, parameters }, { types, nullable }) {
  const mayBeNull = (column) => {
    const name = nullable(column)
    return name !== null && !text.includes(`${name} IS NOT NULL`)
  }
  return [
    ...(row === null ? [] : rowFaults(row, columns, { types, mayBeNull })),
    ...valueFaults(values, parameters, types),
  ]
}

function rowFaults(row, columns, { types, mayBeNull }) {
  const names = new Set(columns.map(({ name }) => name))
  return [
    ...row.filter(({ name, optional }) => !optional && !names.has(name)).map(({ name }) => `has no column "${name}"`),
    ...columns.flatMap((column) => {
      const property = row.find(({ name }) => name === column.name)
      if (property === undefined) return [`gives "${column.name}", which the row type does not have`]
      const type = typeName(types, column.dataTypeID)
      const faults = admits(property.kinds, comes(types, column.dataTypeID))
        ? []
        : [`gives "${column.name}" as ${type}, not as ${property.text}`]
      if (mayBeNull(column) && !property.nullable)
        faults.push(`may give null as "${column.name}", which is ${property.text}`)
      return faults
    }),
  ]
}

function valueFaults(values, parameters, types) {
  if (values === null) return []
  if (values.length !== parameters.length) return [`takes ${parameters.length} values and is given ${values.length}`]
  return values.flatMap(({ kinds, text }, place) =>
    admits(kinds, takes(types, parameters[place]))
      ? []
      : [`takes ${typeName(types, parameters[place])} as $${place + 1} and is given ${text}`],
  )
}

function admits(kinds, admitted) {
  return kinds.every((kind) => kind === 'any' || admitted.includes(kind))
}

function comes(types, id) {
  const { name, element } = types.get(id)
  return element ? ['array'] : known(name).comes
}

function takes(types, id) {
  const { name, element } = types.get(id)
  return element ? ['array'] : known(name).takes
}

function typeName(types, id) {
  const { name, element } = types.get(id)
  return element ? `${types.get(element).name}[]` : name
}

function known(name) {
  const kinds = KINDS[name]
  if (kinds === undefined)
    throw new Error(`.config/statements/compare.mjs does not know how ${name} comes: say so there`)
  return kinds
}
