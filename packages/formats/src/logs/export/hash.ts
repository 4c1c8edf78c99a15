/** SHA-256 of a text's UTF-8 bytes, in hexadecimal: a parameter, for core has no hash of its own. */
export type Hash = (text: string) => string
