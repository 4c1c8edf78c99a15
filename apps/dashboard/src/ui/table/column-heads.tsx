/** The heads of a table whose columns are named by texts alone. */
export function ColumnHeads({ columns }: { readonly columns: readonly string[] }) {
  return columns.map((column) => (
    <th key={column} scope="col">
      {column}
    </th>
  ))
}

/** The same for a table whose rows are cards on a phone: roles keep it a table there. */
export function CardHeads({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th key={column} scope="col" role="columnheader">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
