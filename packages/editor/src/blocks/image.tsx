import { imageSource } from '@nightdesk/contracts'
import { alignClass, type BlockRule, type ImageProps, stateOf, withState } from './block.ts'
import { imageAlt } from './image-alt.ts'

export const image: BlockRule = {
  lexicalTypes: ['image'],
  toLexical: ({ type: _type, children: _children, ...keys }, place) => ({
    type: 'image',
    version: 1,
    ...(place === 'inline' && { inline: true }),
    ...withState(keys),
  }),
  fromLexical: (node) => ({ ...stateOf(node), type: 'image', children: [{ text: '' }] }),
  Render: ({ block, place, options: { Image = PlainImage } }) => {
    const src = imageSource(block)
    if (!src) return null
    const picture = <Image block={block} src={src} alt={imageAlt(block)} {...imageSize(block)} />
    return place === 'inline' ? picture : <figure className={alignClass(block)}>{picture}</figure>
  },
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
