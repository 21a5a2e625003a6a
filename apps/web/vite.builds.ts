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
const LEXICAL =
  /node_modules\/(?:lexical|@preact\/signals-core|@lexical\/(?!react|markdown|dragon)[^/]+)\/|\/lexical\/(?:commands|on-screen|sentences|when-idle)\.ts/

/** Small parts of many screens that need no large package: no zod, and no menu. */
const SMALL_PARTS = new RegExp(
  [
    '/web/src/[a-z-]+\\.',
    '/web/src/ui/(?!menu|title)',
    '/web/src/admin/(?:screen|shortcuts|users/one|auth/(?!login))',
    '/web/src/admin/articles/(?:article-changed|loading-article|notice)',
    '/contracts/src/(?:rules/|blocks/(?:limits|model))',
    '/stringifyLocale',
  ].join('|'),
)

/** Other modules that several screens share. The screens named here are asked for by their own files. */
const SHARED = /\/web\/src\/(?!.*\/(?:login|users|enrol)\.tsx)|\/editor\/src\/(?!lexical)/

export const adminBuild = clientBuild('admin', [ENTRIES.admin], {
  // Without the names of the screens that share a file.
  chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
  codeSplitting: {
    // Otherwise each file would also have what its modules import, such as React, which all screens need.
    includeDependenciesRecursively: false,
    // Few files, as each costs a request, but none that brings a screen much that it does not need: `bench` counts both.
    groups: [
      { name: 'lexical', test: LEXICAL, priority: 3 },
      { name: 'packages', tags: ['$initial'], test: /node_modules/, priority: 3 },
      { name: 'first', tags: ['$initial'], priority: 2 },
      { name: 'parts', test: SMALL_PARTS, minShareCount: 2, priority: 1 },
      {
        name: 'shared',
        test: SHARED,
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 3300,
      },
    ],
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
