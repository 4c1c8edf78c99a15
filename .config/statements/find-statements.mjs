import { join } from 'node:path'
import { isArrayLiteralExpression, isCallExpression, isIdentifier, isSpreadElement } from 'typescript/unstable/ast'
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

/** Declares the function that every statement goes through. */
const QUERY = '/packages/db/src/connection/query.ts'

/**
 * Finds every statement that a package sends through `query` of packages/db: the expression of its text, the row that its
 * caller believes in and the values handed to it, as the compiler sees them. Null stands for what is not written there.
 */
export function findStatements(root, config) {
  const api = new API({ cwd: root })
  try {
    const path = join(root, config)
    return findIn(root, api.updateSnapshot({ openProjects: [path] }).getProject(path))
  } finally {
    api.close()
  }
}

function findIn(root, { checker, program }) {
  const types = describer(checker)
  const isQuery = (call) => {
    if (!isIdentifier(call.expression) || call.expression.text !== 'query') return false
    const symbol = checker.getSymbolAtLocation(call.expression)
    const real = symbol !== undefined && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return real?.valueDeclaration?.path.endsWith(QUERY) === true
  }
  const statementOf = (call, file) => {
    const [, text, values] = call.arguments
    const row = call.typeArguments?.[0]
    return {
      file: file.fileName.slice(root.length + 1),
      line: file.getLineAndCharacterOfPosition(text.getStart(file)).line + 1,
      expression: text.getText(file),
      row: row === undefined ? null : types.properties(checker.getTypeFromTypeNode(row)),
      values: values === undefined ? [] : types.elements(values),
    }
  }
  return program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${root}/`) && !/node_modules|\.d\.ts$|\.test\.ts$/u.test(name))
    .flatMap((name) => {
      const file = program.getSourceFile(name)
      return callsIn(file)
        .filter(isQuery)
        .map((call) => statementOf(call, file))
    })
}

function callsIn(file) {
  const found = []
  const visit = (node) => {
    if (isCallExpression(node)) found.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Returns of types what a database can be held against: which kinds of value they admit, and whether null. */
function describer(checker) {
  const describe = (type) => {
    const names = (type.isUnionType() ? type.getTypes() : [type]).map((part) => kindOf(checker, part))
    return {
      kinds: [...new Set(names.filter((name) => name !== 'null' && name !== 'undefined'))],
      nullable: names.some((name) => ['null', 'any'].includes(name)),
      text: checker.typeToString(type),
    }
  }
  const propertyOf = (name, kinds) => {
    const found = kinds.flatMap((properties) => properties.filter((property) => property.name === name))
    const described = found.map((property) => describe(checker.getTypeOfSymbol(property)))
    return {
      name,
      optional: found.some((property) => (property.flags & SymbolFlags.Optional) !== 0),
      kinds: [...new Set(described.flatMap((each) => each.kinds))],
      // With rows of several kinds, a kind that lacks the column may have null there.
      nullable: found.length < kinds.length || described.some((each) => each.nullable),
      text: described.map((each) => each.text).join(' | '),
    }
  }
  return {
    properties: (type) => {
      const kinds = (type.isUnionType() ? type.getTypes() : [type]).map((each) => checker.getPropertiesOfType(each))
      return [...new Set(kinds.flat().map(({ name }) => name))].map((name) => propertyOf(name, kinds))
    },
    elements: (node) => {
      if (!isArrayLiteralExpression(node) || node.elements.some((element) => isSpreadElement(element))) return null
      return node.elements.map((element) => describe(checker.getTypeAtLocation(element)))
    },
  }
}

function kindOf(checker, type) {
  if (type.isIntersectionType())
    return (
      type
        .getTypes()
        .map((part) => kindOf(checker, part))
        .find((kind) => kind !== 'object') ?? 'object'
    )
  const flag = FLAGS.find(([flags]) => (type.flags & flags) !== 0)
  if (flag !== undefined) return flag[1]
  if (checker.isArrayLikeType(type)) return 'array'
  return CLASSES[type.getSymbol()?.name] ?? 'object'
}

const FLAGS = [
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Any | TypeFlags.Unknown, 'any'],
  [TypeFlags.Never, 'never'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
]

const CLASSES = { Date: 'date', Buffer: 'bytes', Uint8Array: 'bytes' }
