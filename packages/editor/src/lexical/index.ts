export { Editor, type EditorProps } from './editor.tsx'
export type { UploadImage } from './use-image-upload.ts'
