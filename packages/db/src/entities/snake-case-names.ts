import { DefaultNamingStrategy } from 'typeorm'

/** Names columns as PostgreSQL's are: `answerKey` is `answer_key`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  }
}
