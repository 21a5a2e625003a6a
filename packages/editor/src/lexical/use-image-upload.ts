import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { DRAG_DROP_PASTE } from '@lexical/rich-text'
import { $insertNodeToNearestRoot } from '@lexical/utils'
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES, NOT_AN_IMAGE } from '@nightdesk/contracts'
import { COMMAND_PRIORITY_LOW } from 'lexical'
import { useEffect, useEffectEvent, useState } from 'react'
import { $createImageNode } from './image-node.tsx'

/** Stores a file; `onProgress` is told the part that is done, 0 to 1. */
export type UploadImage = (
  file: File,
  onProgress?: (done: number) => void,
) => Promise<{ filename: string; image_id?: number }>

export type UploadStatus =
  | { kind: 'idle' }
  | { kind: 'uploading'; name: string; done: number }
  | { kind: 'failed'; message: string }

const FAILED = 'Failed to upload image. Please try again.'

/** Uploads picked, dropped and pasted image files, one after the other, and inserts them at the selection. */
export function useImageUpload(uploadImage: UploadImage) {
  const [editor] = useLexicalComposerContext()
  const [status, setStatus] = useState<UploadStatus>({ kind: 'idle' })

  const upload = async (files: readonly File[]) => {
    for (const file of files) {
      const refusal = refusalOf(file)
      if (refusal) return setStatus({ kind: 'failed', message: refusal })
      const report = (done: number) => setStatus({ kind: 'uploading', name: file.name, done })
      report(0)
      try {
        const { filename } = await uploadImage(file, report)
        editor.update(() => {
          $insertNodeToNearestRoot($createImageNode({ filename }))
        })
      } catch {
        return setStatus({ kind: 'failed', message: FAILED })
      }
    }
    setStatus({ kind: 'idle' })
  }

  const receive = useEffectEvent((files: readonly File[]) => void upload(files))
  useEffect(
    () =>
      editor.registerCommand(
        DRAG_DROP_PASTE,
        (files) => {
          receive(files)
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )

  return { status, upload }
}

function refusalOf(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : undefined
}
