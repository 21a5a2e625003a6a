import { readdir, readFile } from 'node:fs/promises'

/** Numbered files, applied once, in order. */
export const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)
/** Applied again whenever they change. */
export const FUNCTIONS = new URL('functions/', MIGRATIONS)

export interface SqlFile {
  /** Without the extension. */
  name: string
  text: string
}

/** The `.sql` files of a folder in the order of their names. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = names.map(async (name) => ({
    name: name.replace(/\.sql$/, ''),
    text: await readFile(new URL(name, folder), 'utf8'),
  }))
  return Promise.all(files)
}
