/** The address of a route: a verb and a path, whose `{parameters}` stand for whole segments. */
export interface Address {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
}
