import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import type { Assets } from './src/site/head/assets.ts'

const root = import.meta.dirname

/** Entries of the client, by their path below this folder: the manifests name chunks so. */
export const ENTRIES = {
  reader: 'src/site/reader/reader.ts',
  theme: 'src/site/reader/theme.ts',
  styles: 'src/site/styles/site.css',
  admin: 'src/admin/main.tsx',
}

/** What public pages load. Built apart from the admin, so that no shared chunk costs a reader a second request. */
export const siteBuild = clientBuild('site', [ENTRIES.reader, ENTRIES.theme, ENTRIES.styles])

export const adminBuild = clientBuild('admin', [ENTRIES.admin])

/** The renderer of pages with all it needs inside, React included. It knows the hashed names of `assets`. */
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

function clientBuild(name: string, entries: string[]): InlineConfig {
  return {
    root,
    logLevel: 'warn',
    // Copied once, with the site.
    publicDir: name === 'site' ? 'public' : false,
    build: {
      outDir: 'dist/client',
      emptyOutDir: name === 'site',
      manifest: `.vite/${name}.json`,
      // Fonts and pictures stay files: the policy allows no data: URLs, and a page must not carry what it may not need.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entries.map((path) => join(root, path)) },
    },
  }
}
