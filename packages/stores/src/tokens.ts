/** The database as the whole process has it. What shows one team's rows alone is made of it. */
export const DATABASE = Symbol('database')
