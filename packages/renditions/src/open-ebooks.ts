import { Readable } from 'node:stream'
import { createDrawing } from './drawing/drawing.ts'
import { createEbooks, type EbooksOptions } from './ebook/ebooks.ts'
import { importWebServer } from './renderer.ts'
import type { RenditionLog } from './renditions.ts'

/** E-books for a program without a server. */
export interface OpenedEbooks extends Disposable {
  /** The bytes that readers download; undefined when there is no such published article. */
  read(id: number): Promise<Readable | undefined>
}

/** @throws when the web app has not been built */
export async function openEbooks(
  options: Pick<EbooksOptions, 'db' | 'storage' | 'site'>,
  log: RenditionLog,
): Promise<OpenedEbooks> {
  const web = await importWebServer()
  const renderer = async () => web
  const drawing = createDrawing({ ...options, renderer })
  const books = createEbooks({ ...options, renderer, drawing })
  return {
    async read(id) {
      const book = await books.find(id)
      if (!book) return undefined
      const { body } = await book.open(log)
      return body instanceof Readable ? body : Readable.from([body])
    },
    [Symbol.dispose]() {
      books.close()
      drawing.close()
    },
  }
}
