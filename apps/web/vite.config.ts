import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { makeFonts } from './fonts/make-fonts.ts'

await makeFonts()

export default defineConfig({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  // Its flag `DirSelector`: for older browsers it would write `:lang()`, and a text need not be in the language of the site.
  css: { lightningcss: { exclude: 4 } },
  // Vite cannot find the entries itself, as there is no index.html.
  optimizeDeps: { entries: ['src/admin/main.tsx', 'src/site/reader/reader.ts'] },
})
