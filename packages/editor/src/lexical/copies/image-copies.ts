import { type ReadonlySignal, signal } from '@lexical/extension'
import type { LexicalEditor } from 'lexical'
import { announce } from '../blocks/announce.ts'
import type { StoredImage } from '../uploads/upload-queue.ts'
import { replaceImages } from './replace-images.ts'

/**
 * Copies an image of another site into our storage. Rejects with an error whose message is for a person, or when
 * `signal` is aborted.
 */
export type CopyImage = (url: string, options: { signal: AbortSignal }) => Promise<StoredImage>

/** The progress of a copy. Copies replace their images when the last of a request has ended. */
export type Copying = { state: 'waiting' | 'copying' | 'copied' } | { state: 'failed'; message: string }

export type ImageCopies = ReturnType<typeof createImageCopies>

/** Copies images of other sites and puts the copies into the text. */
export function createImageCopies(editor: LexicalEditor, copyImage: CopyImage) {
  const end = new AbortController()
  const copies = signal<ReadonlyMap<string, Copying>>(new Map())
  const note = (url: string, copying: Copying) => {
    copies.value = new Map([...copies.peek(), [url, copying]])
  }
  const forget = (urls: ReadonlyMap<string, unknown>) => {
    copies.value = new Map([...copies.peek()].filter(([url]) => !urls.has(url)))
  }

  return {
    /** By the URL of the image. */
    copies: copies as ReadonlySignal<ReadonlyMap<string, Copying>>,
    /**
     * Copies images one after another, as the server does, and replaces all of them when the last copy has ended. Images
     * whose copy failed stay, with an error message.
     */
    async copy(urls: readonly string[]): Promise<void> {
      const stored = new Map<string, StoredImage>()
      const failures: string[] = []
      announce(editor, `Copying ${count(urls.length)}`)
      for (const url of urls) note(url, { state: 'waiting' })
      for (const url of urls) {
        note(url, { state: 'copying' })
        try {
          stored.set(url, await copyImage(url, { signal: end.signal }))
          note(url, { state: 'copied' })
        } catch (error) {
          const { message } = error as Error // by the contract of `CopyImage`
          failures.push(message)
          note(url, { state: 'failed', message })
        }
        if (end.signal.aborted) return
      }
      replaceImages(editor, stored)
      forget(stored)
      announce(editor, describeEnd(stored.size, failures))
    },
    /** Cancels running copies. */
    end: () => end.abort(),
  }
}

const count = (images: number) => (images === 1 ? 'an image' : `${images} images`)

const describeEnd = (copied: number, failures: readonly string[]) =>
  [
    ...(copied > 0 ? [`Copied ${count(copied)} to this site.`] : []),
    ...(failures.length > 0 ? [`Could not copy ${count(failures.length)}: ${failures[0]}`] : []),
  ].join(' ')
