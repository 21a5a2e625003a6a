import { join } from 'node:path'
import type { InlineConfig, Rolldown } from 'vite'
import type { Assets } from './src/site/head.tsx'

type Output = Rolldown.OutputOptions

const root = import.meta.dirname

/** Entries of the client, by their path below this folder, as in Vite's manifests. */
export const ENTRIES = {
  reader: 'src/site/reader/reader.ts',
  theme: 'src/site/reader/theme.ts',
  styles: 'src/site/styles/site.css',
  notes: 'src/site/notes/notes.ts',
  admin: 'src/admin/main.tsx',
}

/** The client of public pages. A build of its own, so that no chunk shared with the admin costs a reader a request. */
export const siteBuild = clientBuild('site', [ENTRIES.reader, ENTRIES.theme, ENTRIES.styles])

/** What previews load besides. A build of its own, so that public pages share no chunk with it. */
export const previewBuild = clientBuild('preview', [ENTRIES.notes])

/** Lexical without what is loaded later. One file is 5 kB smaller, compressed, than a file for each package. */
const LEXICAL = /node_modules\/(?:lexical|@preact\/signals-core|@lexical\/(?!react|markdown|dragon)[^/]+)\//

export const adminBuild = clientBuild('admin', [ENTRIES.admin], {
  codeSplitting: {
    // These packages need each other only. Otherwise the file would also have React, which all screens need.
    includeDependenciesRecursively: false,
    groups: [{ name: 'lexical', test: LEXICAL }],
  },
})

/** The renderer of pages, bundled with its dependencies including React. It contains the hashed names of `assets`. */
export function serverBuild(assets: Assets): InlineConfig {
  return {
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __ASSETS__: JSON.stringify(assets), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'src/entry-server.tsx', outDir: 'dist/server' },
  }
}

function clientBuild(name: string, entries: string[], output: Output = {}): InlineConfig {
  return {
    root,
    logLevel: 'warn',
    // Copied by the build of the site only.
    publicDir: name === 'site' ? 'public' : false,
    build: {
      outDir: 'dist/client',
      emptyOutDir: name === 'site',
      manifest: `.vite/${name}.json`,
      // Fonts and pictures stay files: the policy allows no data: URLs, and a page should not contain files it may not need.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entries.map((path) => join(root, path)), output },
    },
  }
}
