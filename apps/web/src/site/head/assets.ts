/** URLs of what the build made of our sources. In development they are the sources themselves. */
export interface Assets {
  /** Applies a stored theme before the first paint; a classic script. */
  theme: string
  /** The one module a public page loads. */
  reader: string
  styles: string[]
  /** Worth fetching before the style sheet asks for them. */
  fonts: string[]
  admin: { scripts: string[]; styles: string[]; preloads: string[] }
}

declare const __ASSETS__: Assets

const sources: Assets = {
  theme: '/src/site/reader/theme.ts',
  reader: '/src/site/reader/reader.ts',
  styles: ['/src/site/styles/site.css'],
  fonts: [],
  admin: {
    // React's fast refresh needs its preamble before the first component loads.
    scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/admin/main.tsx'],
    styles: [],
    preloads: [],
  },
}

export const assets: Assets = import.meta.env.PROD ? __ASSETS__ : sources
