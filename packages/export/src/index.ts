export { ExportError } from './export-error.ts'
export * from './write-export.ts'
