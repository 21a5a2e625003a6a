#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In JavaScript: for a file that is read before there is a cache, Node would load its compiler of TypeScript, which takes
// 10 MB for as long as the process lives. The programs and scripts that are started inherit the folder.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(
  new URL('../../../node_modules/.cache/compiled', import.meta.url),
)
enableCompileCache()
await import('./main.ts')
