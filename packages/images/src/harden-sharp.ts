import sharp from 'sharp'

const ACCEPTED = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif']

/**
 * For a process that decodes uploads: sharp reads the accepted formats and no others, from memory and never from files.
 * One thread and no cache keep its memory within bounds.
 * @param own formats that this process makes itself; an upload may not reach their decoders
 */
export function hardenSharp(own: readonly 'Svg'[] = []): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...ACCEPTED, ...own].map((format) => `VipsForeignLoad${format}Buffer`) })
}
