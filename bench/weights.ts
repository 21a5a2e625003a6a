import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { atMost, report } from './results.ts'

const CLIENT = new URL('../apps/web/dist/client/', import.meta.url)
const READER = ['src/site/reader/reader.ts', 'src/site/reader/theme.ts']
const ENTRY = 'src/admin/main.tsx'
const LOGIN = 'src/admin/auth/login.tsx'
const DASHBOARD = 'src/admin/dashboard.tsx'
const WRITING = 'src/admin/articles/writing/new-article.tsx'

/** The most scripts that a screen may load before it is shown. */
const SCREENS = [
  { name: 'sign-in', key: LOGIN, scripts: 12 },
  { name: 'analytics', key: 'src/admin/analytics/analytics.tsx', scripts: 20 },
  { name: 'writing screen', key: 'src/admin/articles/writing/edit-article.tsx', scripts: 35 },
]

/**
 * Weighs the scripts of a reader, and the scripts and styles of the admin, gzipped: sign-in and dashboard, the editor part, and
 * both together. Counts the scripts of screens.
 */
export async function weighScripts(): Promise<void> {
  await weigh('JavaScript for a reader, gzip', filesOf(await readManifest('site'), READER), 12)
  const manifest = await readManifest('admin')
  const first = filesOf(manifest, [ENTRY, LOGIN, DASHBOARD])
  const writing = filesOf(manifest, [ENTRY, WRITING])
  await weigh('admin, first load, gzip', first, 250)
  await weigh('editor part, gzip', writing.difference(first), 130)
  await weigh('from a cold browser to a typed character, gzip', first.union(writing), 350)
  for (const { name, key, scripts } of SCREENS) {
    const { length } = [...filesOf(manifest, [ENTRY, key])].filter((file) => file.endsWith('.js'))
    report(`scripts of ${name}`, String(length), `≤ ${scripts}`, length <= scripts)
  }
}

/** Vite writes it with each build. */
const readManifest = async (part: 'site' | 'admin'): Promise<Manifest> =>
  JSON.parse(await readFile(new URL(`.vite/${part}.json`, CLIENT), 'utf8'))

/** The files of the chunks and of all their static imports. */
function filesOf(manifest: Manifest, keys: string[]): Set<string> {
  const chunks = new Set(keys)
  const files = new Set<string>()
  for (const key of chunks) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The client build has no ${key}`)
    for (const imported of chunk.imports ?? []) chunks.add(imported)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  }
  return files
}

async function weigh(what: string, files: Set<string>, kilobytes: number) {
  let bytes = 0
  for (const file of files) bytes += gzipSync(await readFile(new URL(file, CLIENT)), { level: 9 }).length
  atMost(what, bytes, kilobytes * 1024, 'B')
}
