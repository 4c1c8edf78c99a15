import { DefaultNamingStrategy } from 'typeorm'

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
