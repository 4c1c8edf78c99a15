/** SHA-256 of a text's UTF-8 bytes, in hexadecimal: handed in, for core has no hash of its own. */
export type Hash = (text: string) => string
