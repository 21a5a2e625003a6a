import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describeLoss, MAX_IMPORT_BYTES } from '../../packages/contracts/src/index.ts'
import {
  type ImportedItem,
  isFailed,
  openSource,
  readSource as readAll,
  type Source,
  SourceError,
} from '../../packages/import/src/index.ts'
import { tortureHostileImports } from './hostile-imports.ts'
import { tortureKilledImports } from './killed-imports.ts'
import { tortureLargeImport } from './large-import.ts'
import { tortureLargeUpload } from './large-upload.ts'
import { joined, type Report } from './report.ts'
import { tortureRoundTrips } from './round-trips.ts'
import { tortureUploadedImports } from './uploaded-imports.ts'

/** The size of a large export. */
const MEGABYTES = 500
/** That of a large upload. */
const UPLOADED_MEGABYTES = MAX_IMPORT_BYTES / 1024 ** 2 - 1

/** Kills imports, imports what was exported, and reads a large export, every file of a folder, and every folder in it that is a site. */
export async function tortureImports(folder: string | undefined, seed: string): Promise<Report> {
  const hostile = await tortureHostileImports({ seed, shapes: 200, max_bytes: 1024 ** 2 })
  const killed = await tortureKilledImports({ seed, items: 300, kills: 30 })
  const uploaded = await tortureUploadedImports({ seed, items: 300, kills: 10 })
  const large = await tortureLargeImport(MEGABYTES)
  const upload = await tortureLargeUpload(UPLOADED_MEGABYTES)
  const files = folder ? await inputsOf(folder) : []
  const again = await tortureRoundTrips({ seed, stories: 1000, files })
  const { lines, problems } = joined(hostile, killed, uploaded, large, upload, again)
  if (!folder) lines.push('Other exports        none: IMPORT_CORPUS_DIR names no folder')
  for (const path of files) {
    const { line, problems: found } = await readSource(path)
    lines.push(`${basename(path).padEnd(40)} ${line}`)
    problems.push(...found.map((problem) => `${path}: ${problem}`))
  }
  return { lines, problems }
}

/** A file that says why it cannot be read is no problem, and neither is an item that does. */
async function readSource(path: string): Promise<{ line: string; problems: string[] }> {
  try {
    const source = await openSource(path)
    const read = await readItems(source)
    await source.close()
    return read
  } catch (error) {
    if (error instanceof SourceError) return { line: `refused: ${error.message}`, problems: [] }
    return {
      line: 'broken',
      problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }
  }
}

async function readItems(source: Source): Promise<{ line: string; problems: string[] }> {
  const tally = { items: 0, failures: 0, pictures: 0, inArchive: 0, original: 0, imported: 0, addresses: 0 }
  const losses = new Map<string, number>()
  const problems: string[] = []
  const keys = new Set<string>()
  for await (const item of readAll(source)) {
    if (keys.has(item.key)) problems.push(`the key ${item.key} is not unique`)
    keys.add(item.key)
    if (isFailed(item)) {
      tally.failures++
      losses.set(`${item.title}: ${item.failure}`, 1)
      continue
    }
    tally.items++
    tally.pictures += item.pictures.length
    tally.inArchive += item.pictures.filter(({ path }) => path !== null).length
    tally.original += item.words.original
    tally.imported += item.words.imported
    tally.addresses += item.addresses.length
    for (const { kind, count } of item.receipt) losses.set(kind, (losses.get(kind) ?? 0) + count)
    problems.push(...problemsOf(item))
  }
  const { items, failures, pictures, inArchive, original, imported, addresses } = tally
  const named = [...losses].map(([kind, count]) => `${kind} ${count}`).join(', ')
  const line = `${source.kind}: ${items} items, ${failures} failures, words ${original} → ${imported}, ${pictures} pictures (${inArchive} in the archive), ${addresses} addresses; ${named}`
  return { line, problems }
}

const problemsOf = ({ key, title, words, receipt }: ImportedItem): string[] =>
  words.missing.length === 0
    ? []
    : [`${key} “${title}” misses ${words.missing.join(' ')}; ${receipt.map(describeLoss).join(' ')}`]

/** Each file by itself; a folder with a file of the name `.site` is one site. */
async function inputsOf(folder: string): Promise<string[]> {
  const entries = (await readdir(folder)).sort().map((name) => join(folder, name))
  const found = await Promise.all(
    entries.map(async (path) => {
      if (!(await stat(path)).isDirectory()) return [path]
      return (await readdir(path)).includes('.site') ? [path] : inputsOf(path)
    }),
  )
  return found.flat().filter((path) => !basename(path).startsWith('.'))
}
