import {
  LONGEST_DURATION_MS,
  LONGEST_NAME,
  LONGEST_REASON,
  LONGEST_TEXT,
  MOST_DELIVERIES,
  MOST_GPU_MS,
  MOST_SLOTS,
  MOST_TOKENS,
} from '@cges-fleet/core'
import {
  DefaultNamingStrategy,
  EntitySchema,
  type EntitySchemaColumnOptions,
  type EntitySchemaOptions,
  type ValueTransformer,
} from 'typeorm'

/** Reads a 64-bit number, which comes as text, as a number: for columns that never hold more than a number can. */
export const WHOLE_NUMBER: ValueTransformer = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: unknown) => value,
}

/**
 * A column that PostgreSQL computes from others of its row and stores: what no statement writes. Its expression is held
 * as a default, since TypeORM keeps a table of its own for what it knows to be computed.
 */
export function computed(expression: string) {
  return { default: () => expression, insert: false, update: false } as const
}

/**
 * Declares a table as TypeORM's `EntitySchema`, every column of it checked against the type of its property: a text is
 * not a number, and a nullable column is declared so in both places. Properties are the columns in camel case.
 */
export function entity<Row extends object>(options: EntityOptions<Row>): EntitySchema<Row> {
  return new EntitySchema<Row>(options)
}

type Name<Row> = keyof Row & string

interface EntityOptions<Row> extends Pick<EntitySchemaOptions<Row>, 'name' | 'checks'> {
  readonly columns: { [Property in keyof Row]-?: ColumnOf<Row[Property]> }
  readonly uniques?: { readonly columns: Name<Row>[] }[]
  readonly foreignKeys?: { target: string; columnNames: Name<Row>[]; referencedColumnNames: string[] }[]
}

/** The options of a column that `tableStatements` knows. */
type Known = 'primary' | 'default' | 'select' | 'insert' | 'update' | 'collation'

type ColumnOf<Value> = Pick<EntitySchemaColumnOptions, Known> & { readonly generated?: 'increment' } & HeldAs<
    NonNullable<Value>
  > &
  (null extends Value ? { nullable: true } : { nullable?: false })

interface OneValue<Type extends string> {
  type: Type
  array?: false
  transformer?: never
}

type HeldAs<Value> = [Value] extends [boolean]
  ? OneValue<'boolean'>
  : [Value] extends [number]
    ?
        | OneValue<'int' | 'real' | 'double precision'>
        | { type: 'bigint'; array?: false; transformer: typeof WHOLE_NUMBER }
    : [Value] extends [string]
      ? OneValue<'uuid' | 'text' | 'bigint' | 'date'>
      : [Value] extends [Date]
        ? OneValue<'timestamptz'>
        : [Value] extends [Uint8Array]
          ? OneValue<'bytea'>
          : OneValue<'jsonb'> | ArrayOf<Value>

type ArrayOf<Value> = Value extends readonly (infer Item)[]
  ? [Item] extends [number]
    ? { type: 'int'; array: true; transformer?: never }
    : { type: 'text'; array: true; transformer?: never }
  : never

/** Names columns as PostgreSQL's are: `answerKey` is `answer_key`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snakeCase(property)
  }
}

/** Returns the column of a property. */
export function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

// The bounds of numbers and texts that come from model servers, workers and logs, as checks of columns. The schemas of
// `@cges-fleet/core` hold the same ones at the other edges.

const upTo = (most: number) => (column: string) => ({ expression: `${column} BETWEEN 0 AND ${most}` })
const notLongerThan = (most: number) => (column: string) => ({ expression: `length(${column}) <= ${most}` })

/** Of UTF-8, which has four bytes a character at most; the same bounds a token's number of four bytes. */
const MOST_BYTES = 4 * LONGEST_TEXT

export const tokens = upTo(MOST_TOKENS)
export const milliseconds = upTo(LONGEST_DURATION_MS)
export const gpuMilliseconds = upTo(MOST_GPU_MS)
export const reason = notLongerThan(LONGEST_REASON)
export const modelName = notLongerThan(LONGEST_NAME)
export const word = notLongerThan(40)
export const atLeastNone = (column: string) => ({ expression: `${column} >= 0` })
export const slots = { expression: `slots BETWEEN 1 AND ${MOST_SLOTS}` }
export const deliveries = { expression: `max_deliveries BETWEEN 1 AND ${MOST_DELIVERIES}` }
export const contextLength = { expression: `max_model_len BETWEEN 1 AND ${MOST_TOKENS}` }
/** Of numbers in JSON, by what they take stored. */
export const numbers = (column: string) => ({ expression: `pg_column_size(${column}) <= ${LONGEST_TEXT}` })
/** Longer than any answer that is read, since a key may write one out. */
export const answer = notLongerThan(16_384)
export const bytes = (column: string) => ({ expression: `octet_length(${column}) <= ${MOST_BYTES}` })
