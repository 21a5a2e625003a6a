export * from './drawing.ts'
export * from './ebooks.ts'
export { importWebServer, type Renderer } from './renderer.ts'
export * from './renditions.ts'
