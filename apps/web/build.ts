import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig, type Manifest } from 'vite'
import type { Assets } from './src/site/assets.ts'

// The client first: the server bundle carries the hashed names the client build chose.

const root = import.meta.dirname
const shared: InlineConfig = { root, logLevel: 'warn' }

const ADMIN = 'src/admin/main.tsx'
const READER = 'src/site/reader.ts'
const THEME = 'src/site/theme.ts'
const SITE_CSS = 'src/site/site.css'
const PRELOADED_FONTS = ['literata-latin-opsz-normal.woff2', 'instrument-sans-latin-wght-normal.woff2']

await build({
  ...shared,
  build: {
    outDir: 'dist/client',
    manifest: true,
    // Fonts and pictures stay files: the policy allows no data: URLs, and a page must not carry what it may not need.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [ADMIN, READER, THEME, SITE_CSS].map((path) => join(root, path)) },
  },
})

// Written by the build just above.
const manifest = JSON.parse(await readFile(join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Manifest

await build({
  ...shared,
  publicDir: false,
  define: {
    __ASSETS__: JSON.stringify(assets()),
    'process.env.NODE_ENV': '"production"',
  },
  ssr: { noExternal: true },
  build: { ssr: 'src/entry-server.tsx', outDir: 'dist/server' },
})

function assets(): Assets {
  const admin = withImports(ADMIN)
  return {
    theme: url(chunk(THEME).file),
    reader: url(chunk(READER).file),
    styles: [url(chunk(SITE_CSS).file)],
    fonts: PRELOADED_FONTS.map(fontUrl),
    admin: {
      scripts: [url(chunk(ADMIN).file)],
      styles: admin.flatMap((key) => chunk(key).css ?? []).map(url),
      preloads: admin.slice(1).map((key) => url(chunk(key).file)),
    },
  }
}

/** A chunk and all that it imports at once, itself first. */
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
