/** An error in vLLM's format. */
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

/** The error for a request that cannot be answered. */
export function badRequest(message: string, param: string | null = null): WireError {
  return wireError(400, { message, param })
}

/** The error for a model that is not served here. */
export function unknownModel(model: string, served: string): WireError {
  return wireError(404, { message: `The model \`${model}\` does not exist. Valid aliases: ${served}.`, param: 'model' })
}

/** The error for a failure of the server. */
export function serverError(message: string): WireError {
  return wireError(500, { message, param: null })
}

/** vLLM's response to every request once its engine has died. */
export const ENGINE_DEAD = serverError('EngineCore encountered an issue. See stack trace (above) for the root cause.')

/** Formats the events that end a stream with an error, inside the HTTP 200 it began with. */
export function errorEvents({ body }: WireError): string {
  return `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`
}

/** The error for any status, under the type vLLM gives it. */
export function wireError(status: number, said: { message: string; param: string | null }): WireError {
  return { status, body: { error: { message: said.message, type: typeOf(status), param: said.param, code: status } } }
}

function typeOf(status: number): string {
  switch (status) {
    case 400:
      return 'BadRequestError'
    case 404:
      return 'NotFoundError'
    case 422:
      return 'UnprocessableEntityError'
    case 501:
      return 'NotImplementedError'
    case 503:
      return 'ServiceUnavailableError'
    default:
      return status >= 500 ? 'InternalServerError' : 'BadRequestError'
  }
}
