export { Editor, type EditorProps } from './editor.tsx'
export type { EditorHandle } from './editor-handle.tsx'
export type { SearchArticles } from './link/use-suggestions.ts'
export type { StoredImage, UploadImage } from './uploads/upload-queue.ts'
