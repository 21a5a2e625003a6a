import { imageSource } from '@nightdesk/contracts'
import { CAPTION_KEYS, imageText } from '../../blocks/image-text.ts'

/** An image on the clipboard: a figure with its caption, or the image alone within a line. */
export function exportImage(image: Record<string, unknown>, isInline: boolean): HTMLElement {
  const img = document.createElement('img')
  const source = imageSource(image)
  if (source) img.src = new URL(source, location.origin).href
  img.alt = imageText(image, 'alt')
  if (isInline) return img
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  for (const key of CAPTION_KEYS) {
    const text = document.createElement('span')
    text.className = key
    text.append(imageText(image, key))
    if (text.textContent !== '') caption.append(caption.hasChildNodes() ? ' ' : '', text)
  }
  figure.append(img)
  if (caption.hasChildNodes()) figure.append(caption)
  return figure
}
