/** The endings of files that hold questions. */
export const TABLES = '.jsonl,.json,.csv,.tsv,.parquet,.gz'

/** The endings of files that hold logs. */
export const LOGS = '.jsonl,.json,.eval,.csv,.tsv,.parquet,.gz'
