import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import type { Assets } from './src/site/head.tsx'
import { adminBuild, ENTRIES, previewBuild, serverBuild, siteBuild } from './vite.builds.ts'

const PRELOADED_FONTS = [
  'literata-variable-normal-350-900-basic.woff2',
  'literata-variable-normal-200-349-basic.woff2',
  'instrument-sans-variable-normal-400-700-basic.woff2',
]

// The client first, as the server bundle contains its hashed names; the site before the admin, as it empties the folder.
await build(siteBuild)
await build(previewBuild)
await build(adminBuild)
const manifest = {
  ...(await readManifest('site')),
  ...(await readManifest('preview')),
  ...(await readManifest('admin')),
}
await build(serverBuild(assets()))
await compress(join(import.meta.dirname, 'dist/client/assets'))

/** Compresses once, at the highest level, instead of on every request. Fonts are already compressed. */
async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  for (const name of names) {
    const path = join(folder, name)
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, brotliCompressSync(bytes))
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function assets(): Assets {
  const admin = withImports(ENTRIES.admin)
  return {
    theme: url(chunk(ENTRIES.theme).file),
    reader: url(chunk(ENTRIES.reader).file),
    styles: [url(chunk(ENTRIES.styles).file)],
    notes: { script: url(chunk(ENTRIES.notes).file), styles: (chunk(ENTRIES.notes).css ?? []).map(url) },
    fonts: PRELOADED_FONTS.map(fontUrl),
    admin: {
      scripts: [url(chunk(ENTRIES.admin).file)],
      styles: admin.flatMap((key) => chunk(key).css ?? []).map(url),
      preloads: admin.slice(1).map((key) => url(chunk(key).file)),
    },
  }
}

async function readManifest(name: string): Promise<Manifest> {
  const path = join(import.meta.dirname, `dist/client/.vite/${name}.json`)
  // Vite has just written it.
  return JSON.parse(await readFile(path, 'utf8')) as Manifest
}

/** A chunk and all its static imports, itself first. */
function withImports(entry: string): string[] {
  const found = new Set([entry])
  for (const key of found) for (const imported of chunk(key).imports ?? []) found.add(imported)
  return [...found]
}

function chunk(key: string) {
  const found = manifest[key]
  if (!found) throw new Error(`The client build has no ${key}`)
  return found
}

function fontUrl(name: string): string {
  const key = Object.keys(manifest).find((path) => path.endsWith(`/${name}`))
  if (!key) throw new Error(`The client build has no font ${name}`)
  return url(chunk(key).file)
}

function url(file: string): string {
  return `/${file}`
}
