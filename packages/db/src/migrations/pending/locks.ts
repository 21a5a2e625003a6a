/** Who waits for a migration: readers and writers of the table, its writers, or writers of the same rows. From strong to weak. */
const BLOCKED = ['everybody', 'writers', 'rows'] as const
type Blocked = (typeof BLOCKED)[number]

export interface TableLock {
  /** Of the schema `public`, unless it has another before it. For `drop index`, the index. */
  table: string
  blocked: Blocked
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`

/** How a statement begins, to the name of a table, and whom its lock blocks. Source: “Explicit Locking” in the manual of Postgres. */
const STATEMENTS: [beginning: string, blocked: Blocked][] = [
  [`(?:alter|drop|truncate|lock) table ${NAME}`, 'everybody'],
  [`drop index ${NAME}`, 'everybody'],
  [String.raw`drop trigger (?:if exists )?\w+ on ${NAME}`, 'everybody'],
  [String.raw`create (?:unique )?index (?:if not exists )?\w* ?on ${NAME}`, 'writers'],
  [`create (?:or replace )?(?:constraint )?trigger .*? on ${NAME}`, 'writers'],
  [`(?:with .*?)?(?:update|insert into|delete from) ${NAME}`, 'rows'],
]

/**
 * The tables that migrations lock while they run, each with its strongest lock, without those that they create. Read from the
 * text, so that nothing is locked to find out; names are not quoted there.
 */
export function locksOf(texts: string[]): TableLock[] {
  const statements = texts.flatMap(statementsOf)
  const created = statements.flatMap((statement) => namesIn(statement, `^create table ${NAME}`))
  const locks = statements.flatMap(locksOfStatement).filter(({ table }) => !created.includes(table))
  const sorted = BLOCKED.flatMap((blocked) => locks.filter((lock) => lock.blocked === blocked))
  return sorted.filter(({ table }, index) => sorted.findIndex((lock) => lock.table === table) === index)
}

function locksOfStatement(statement: string): TableLock[] {
  const named = STATEMENTS.flatMap(([beginning, blocked]) =>
    namesIn(statement, `^${beginning}`).map((table) => ({ table, blocked })),
  )
  const isTable = /^(?:alter|create) table /.test(statement)
  // A foreign key adds triggers to the table that it refers to.
  const referred = isTable ? namesIn(statement, `references ${NAME}`) : []
  return [...named, ...referred.map((table) => ({ table, blocked: 'writers' as const }))]
}

const namesIn = (statement: string, pattern: string): string[] =>
  [...statement.matchAll(new RegExp(pattern, 'g'))].flatMap(([, name = '']) => name.replace(/^public\./, ''))

/** Without comments, strings and bodies of functions; in lower case, in one line each. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
