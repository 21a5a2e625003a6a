export type { PublicSite } from './static-addresses.ts'
export * from './static-site.ts'
export { ExportError } from './target.ts'
export * from './write-export.ts'
