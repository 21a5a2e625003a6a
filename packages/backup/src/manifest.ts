import { readFileSync } from 'node:fs'

/** The version of the format. A product reads archives of its own format and of earlier ones. */
export const FORMAT = 1

/** One file of an archive. */
export interface ArchivedFile {
  /** `tables/users.copy.zst`, `objects/…`, `secrets.age`. */
  name: string
  /** Position of its first byte in the archive. */
  offset: number
  /** In bytes, as archived. */
  size: number
  /** Of the bytes as archived, in hex. */
  sha256: string
}

export interface ArchivedTable {
  name: string
  /** In the order of the file. */
  columns: string[]
  rows: number
  /** Of the uncompressed text, in hex. The rows are sorted, so equal rows make equal hashes in every Postgres. */
  sha256: string
}

export interface Manifest {
  format: number
  /** The version of Nightdesk that wrote the archive. */
  product: string
  /** The last numbered migration of the database. */
  level: string
  /** When the snapshot was taken, by the clock of the database. */
  created_at: string
  /** The id in the table `installation`: which site this is a backup of. */
  installation: string
  tables: ArchivedTable[]
  /** The last number that each identity or sequence gave out: numbers are never given out again. */
  sequences: Record<string, number>
  /** Months with a partition of raw views, as `2026_11`. */
  view_months: string[]
  /** Files that the store did not have, or that had another size than their row says; these are archived as they were. */
  broken_objects: string[]
  /** Short hashes of the secrets of the site, by which keys can be told apart. */
  secrets: Record<string, string>
  /** Whether the key that signs tokens was not known to the program that wrote the archive: a setting of the server. */
  lacks_signing_key?: boolean
  files: ArchivedFile[]
}

export const tableFile = (table: string) => `tables/${table}.copy.zst`
export const objectFile = (key: string) => `objects/${key}`
export const SECRETS_FILE = 'secrets.age'

/** The keys of the objects in an archive. */
export const objectKeys = ({ files }: Manifest): string[] =>
  files.flatMap(({ name }) => (name.startsWith('objects/') ? [name.slice('objects/'.length)] : []))

/** The archive is not as it was written. The message names the damaged part. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/** The archive, or the place to restore it to, does not allow what was asked. Nothing was changed. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

/** The version of Nightdesk. */
export const PRODUCT: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
