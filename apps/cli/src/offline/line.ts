/** The result of one line of input: what to print, or what is wrong with it. */
export type LineResult =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problem: string }
