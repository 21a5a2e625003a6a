/** What readers see below an image, in order. */
export const CAPTION_KEYS = ['caption', 'credit'] as const
export type CaptionKey = (typeof CAPTION_KEYS)[number]

/** A text of an image, empty if it has none. */
export function imageText(image: Record<string, unknown>, key: 'alt' | CaptionKey): string {
  const text = image[key]
  return typeof text === 'string' ? text : ''
}
