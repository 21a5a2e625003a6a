/** URLs of the built files; in development, of the sources themselves. */
export interface Assets {
  /** A classic script that applies a stored theme before the first paint. */
  theme: string
  /** The only module that a public page loads. */
  reader: string
  styles: string[]
  /** Of previews. */
  notes: { script: string; styles: string[] }
  /** Preloaded, before the style sheet asks for them. */
  fonts: string[]
  admin: { scripts: string[]; styles: string[]; preloads: string[] }
}

declare const __ASSETS__: Assets

const sources: Assets = {
  theme: '/src/site/reader/theme.ts',
  reader: '/src/site/reader/reader.ts',
  styles: ['/src/site/styles/site.css'],
  notes: { script: '/src/site/notes/notes.ts', styles: [] },
  fonts: [],
  admin: {
    // React's fast refresh needs its preamble before the first component loads.
    scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/admin/main.tsx'],
    styles: [],
    preloads: [],
  },
}

export const assets: Assets = import.meta.env.PROD ? __ASSETS__ : sources
