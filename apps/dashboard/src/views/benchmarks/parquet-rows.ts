import { plainValue, type QuestionRows, tableRows } from '@cges-fleet/formats'
import { decompress } from 'fzstd'
import { type Compressors, parquetReadObjects } from 'hyparquet'
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js'
import { gunzip } from 'hyparquet-compressors/src/gzip.js'
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js'

/** All but Snappy, which the reader brings: the package's own is WebAssembly, which no page may run. */
const COMPRESSORS: Compressors = {
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  BROTLI: decompressBrotli,
  ZSTD: (input) => decompress(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
}

/** Reads the rows of a Parquet file as objects; throws what is wrong with it. */
export function parquetObjects(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file, compressors: COMPRESSORS })
}

/** Reads the rows of a Parquet file of questions. */
export async function parquetRows(file: ArrayBuffer): Promise<QuestionRows> {
  const rows = await parquetObjects(file)
  return tableRows(rows.map((row, at) => ({ value: plainValue(row), line: at + 1 })))
}
