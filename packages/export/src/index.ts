export type { PublicSite } from './static/addresses.ts'
export * from './static/write-static.ts'
export { ExportError } from './target.ts'
export * from './write-export.ts'
