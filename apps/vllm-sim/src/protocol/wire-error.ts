/** An error as vLLM tells it. */
export type WireError = {
  readonly status: number
  readonly body: {
    readonly error: {
      readonly message: string
      readonly type: string
      readonly param: string | null
      readonly code: number
    }
  }
}

/** Tells a caller that the request itself cannot be answered. */
export function badRequest(message: string, param: string | null = null): WireError {
  return { status: 400, body: { error: { message, type: 'BadRequestError', param, code: 400 } } }
}

/** Tells a caller that another model is served here. */
export function unknownModel(model: string): WireError {
  const message = `The model \`${model}\` does not exist.`
  return { status: 404, body: { error: { message, type: 'NotFoundError', param: 'model', code: 404 } } }
}
