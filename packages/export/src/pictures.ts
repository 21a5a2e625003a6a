import { IMAGE_FILENAME, isText, type Node } from '@nightdesk/contracts'
import { ObjectNotFound, type Store } from '@nightdesk/storage'
import type { ExportTarget } from './target/target.ts'

/** The uploaded files that blocks show. */
export const picturesIn = (blocks: readonly Node[]): string[] =>
  blocks.flatMap((node) => {
    if (isText(node)) return []
    const { type, filename } = node
    const isFile = type === 'image' && typeof filename === 'string' && IMAGE_FILENAME.test(filename)
    return [...(isFile ? [filename] : []), ...picturesIn(node.children)]
  })

/** Copies uploaded files into a folder of the export. @returns those that the storage lacks */
export async function copyPictures(
  storage: Store,
  target: ExportTarget,
  folder: string,
  filenames: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = []
  for (const filename of filenames) {
    try {
      await target.add(`${folder}/${filename}`, await storage.get(filename))
    } catch (error) {
      if (!(error instanceof ObjectNotFound)) throw error
      missing.push(filename)
    }
  }
  return missing
}
