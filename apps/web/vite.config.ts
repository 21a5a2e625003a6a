import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  // There is no index.html to find them from.
  optimizeDeps: { entries: ['src/admin/main.tsx', 'src/site/reader.ts'] },
})
