import type { EntitySchemaColumnOptions } from 'typeorm'
import { snakeCase } from './entity.js'

/** What `entity` was given. */
interface Table {
  readonly name: string
  readonly columns: Readonly<Record<string, EntitySchemaColumnOptions>>
  readonly uniques?: readonly { readonly columns: readonly string[] }[]
  readonly checks?: readonly { readonly name?: string; readonly expression: string }[]
  readonly foreignKeys?: readonly {
    readonly target: string
    readonly columnNames: readonly string[]
    readonly referencedColumnNames: readonly string[]
  }[]
}

/** TypeORM's options allow more than `entity` does. */
function tableOf({ options }: { readonly options: unknown }): Table {
  return options as Table
}

/**
 * Writes what entities say of their tables as the SQL that makes these: every table with its columns, keys and checks,
 * then the foreign keys, which need both their tables. PostgreSQL names the constraints that have no name of their own.
 */
export function tableStatements(entities: readonly { readonly options: unknown }[]): string[] {
  const tables = entities.map(tableOf)
  return [...tables.map(createTable), ...tables.flatMap(foreignKeys)]
}

function createTable({ name, columns, uniques = [], checks = [] }: Table): string {
  const key = Object.keys(columns).filter((property) => columns[property]?.primary === true)
  const parts = [
    ...Object.entries(columns).map(([property, column]) => columnOf(property, column)),
    `PRIMARY KEY ${names(key)}`,
    ...uniques.map((unique) => `UNIQUE ${names(unique.columns)}`),
    ...checks.map((check) => {
      const named = check.name === undefined ? '' : `CONSTRAINT ${check.name} `
      return `${named}CHECK (${check.expression})`
    }),
  ]
  return `CREATE TABLE "${name}" (\n  ${parts.join(',\n  ')}\n)`
}

function columnOf(property: string, column: EntitySchemaColumnOptions): string {
  const { type, array = false, collation, nullable = false } = column
  return [
    `"${snakeCase(property)}"`,
    `${String(type)}${array ? '[]' : ''}`,
    ...(collation === undefined ? [] : [`COLLATE "${collation}"`]),
    ...(nullable ? [] : ['NOT NULL']),
    ...valueOf(column),
  ].join(' ')
}

/** What PostgreSQL writes into a column that a statement leaves out. */
function valueOf({ generated, insert = true, default: value }: EntitySchemaColumnOptions): string[] {
  if (generated !== undefined) return ['GENERATED ALWAYS AS IDENTITY']
  if (value === undefined) return []
  if (typeof value !== 'function') return [`DEFAULT ${typeof value === 'string' ? `'${value}'` : String(value)}`]
  return [insert ? `DEFAULT ${String(value())}` : `GENERATED ALWAYS AS (${String(value())}) STORED`]
}

function foreignKeys({ name, foreignKeys: keys = [] }: Table): string[] {
  return keys.map(
    ({ target, columnNames, referencedColumnNames }) =>
      `ALTER TABLE "${name}" ADD FOREIGN KEY ${names(columnNames)} REFERENCES "${target}" ${names(referencedColumnNames)}`,
  )
}

function names(properties: readonly string[]): string {
  return `(${properties.map((property) => `"${snakeCase(property)}"`).join(', ')})`
}
