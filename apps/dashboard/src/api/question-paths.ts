/** A question's place in an evaluation. */
export interface QuestionAt {
  readonly position: number
  readonly replicate: number
}

type Query = Readonly<Record<string, string>>

const evaluationPath = (id: string) => `/v1/evaluations/${encodeURIComponent(id)}`

const withQuery = (path: string, query: Query) => {
  const written = new URLSearchParams(query).toString()
  return written === '' ? path : `${path}?${written}`
}

/** Where the API lists an evaluation's questions. */
export function questionsPath(id: string, query: Query): string {
  return withQuery(`${evaluationPath(id)}/questions`, query)
}

/** Where the API counts them. */
export function questionCountsPath(id: string, query: Query): string {
  return withQuery(`${evaluationPath(id)}/question-counts`, query)
}

/** Where the API tells of one question. */
export function questionPath(id: string, { position, replicate }: QuestionAt, query: Query): string {
  return withQuery(`${evaluationPath(id)}/questions/${position}`, { ...query, replicate: String(replicate) })
}

/** Where the API gives a part of one sample. */
export function samplePartPath(
  { id, position, replicate, index }: QuestionAt & { readonly id: string; readonly index: number },
  kind: 'text' | 'tokens',
  query: Query,
): string {
  return withQuery(`${evaluationPath(id)}/questions/${position}/samples/${index}/${kind}`, {
    ...query,
    replicate: String(replicate),
  })
}
