import { type ElementNode, imageSource, type TextNode } from '@nightdesk/contracts'
import { Fragment, type ReactNode } from 'react'
import { CAPTION_KEYS, imageText } from '../stored-blocks.ts'
import {
  alignClass,
  type BlockRule,
  type ImageProps,
  lexicalVoid,
  type RenderOptions,
  stateOf,
} from './block.ts'

export const image: BlockRule = {
  lexicalTypes: ['image'],
  toLexical: (block, place) => ({
    ...lexicalVoid('image', block),
    ...(place === 'inline' && { inline: true }),
  }),
  fromLexical: (node) => ({ ...stateOf(node), type: 'image', children: [{ text: '' }] }),
  Render: ({ block, place, options }) => {
    const { Image = PlainImage } = options
    const src = imageSource(block)
    const picture = src && (
      <Image block={block} src={src} alt={imageText(block, 'alt')} {...imageSize(block)} />
    )
    if (place === 'inline') return picture
    const caption = renderCaption(block, options)
    if (!picture && !caption) return null
    return (
      <figure className={alignClass(block)}>
        {picture}
        {caption}
      </figure>
    )
  },
}

/** The caption of an image, and after it the credit; null if it has neither. */
export function renderCaption(
  block: ElementNode,
  { captions, wrapText }: Pick<RenderOptions, 'captions' | 'wrapText'> = {},
): ReactNode {
  const [caption = [], credit = []] = CAPTION_KEYS.map((key) => {
    const texts = captions?.get(block)?.[key] ?? [{ text: imageText(block, key) }]
    return texts.filter(({ text }) => text !== '')
  })
  const render = (node: TextNode, index: number) => (
    <Fragment key={index}>{wrapText ? wrapText(node, node.text) : node.text}</Fragment>
  )
  if (caption.length + credit.length === 0) return null
  return (
    <figcaption dir="auto">
      {caption.map(render)}
      {caption.length > 0 && credit.length > 0 && ' '}
      {credit.length > 0 && <span className="credit">{credit.map(render)}</span>}
    </figcaption>
  )
}

function PlainImage({ src, alt, width, height }: ImageProps) {
  const policy = imageReferrerPolicy(src)
  return <img src={src} alt={alt} width={width} height={height} loading="lazy" referrerPolicy={policy} />
}

/** Other sites are not told which page shows their image. `src` is a path on this site, or a URL. */
export const imageReferrerPolicy = (src: string) => (src.startsWith('/') ? undefined : 'no-referrer')

/** Width and height in pixels if a block has both: browsers reserve the space before the image has loaded. */
export function imageSize({ width, height }: Record<string, unknown>) {
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

const isLength = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
