/** The whole process's database. Views of one team's rows are derived from it. */
export const DATABASE = Symbol('database')
