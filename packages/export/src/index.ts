export { ExportError } from './export-error.ts'
export type { PublicSite } from './static/public-site.ts'
export * from './static/write-static.ts'
export * from './write-export.ts'
