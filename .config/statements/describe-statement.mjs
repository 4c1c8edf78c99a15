/**
 * Asks PostgreSQL what a statement takes and gives, without running it: the types of its parameters and its columns,
 * each with the table column it comes from if it is one. Throws the server's own error if it does not understand it.
 */
export function describeStatement(client, text) {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })
}

/** An object that `pg` accepts in place of a query. */
class Description {
  #columns = []
  #parameters = []
  #error = null

  constructor(text, resolve, reject) {
    this.text = text
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection) {
    connection.once('parameterDescription', this.#takes)
    connection.parse({ name: '', text: this.text, types: [] })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
    return null
  }

  #takes = ({ dataTypeIDs }) => {
    this.#parameters = dataTypeIDs
  }

  handleRowDescription({ fields }) {
    this.#columns = fields
  }

  handleError(error) {
    this.#error = error
  }

  handleReadyForQuery(connection) {
    connection.off('parameterDescription', this.#takes)
    if (this.#error === null) this.resolve({ parameters: this.#parameters, columns: this.#columns })
    else this.reject(this.#error)
  }
}
