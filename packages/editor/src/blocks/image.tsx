import { IMAGE_FILENAME, imagePath, isSafeImageUrl } from '@nightdesk/contracts'
import { alignClass, type BlockRule, stateOf, withState } from './block.ts'

export const image: BlockRule = {
  types: ['image'],
  lexicalTypes: ['image'],
  toLexical: ({ type: _type, children: _children, ...keys }, place) => ({
    type: 'image',
    version: 1,
    ...(place === 'inline' && { inline: true }),
    ...withState(keys),
  }),
  fromLexical: (node) => ({ ...stateOf(node), type: 'image', children: [{ text: '' }] }),
  Render: ({ block, place }) => {
    const source = imageSource(block)
    if (!source) return null
    const picture = <img src={source} alt={imageAlt(block)} {...imageSize(block)} loading="lazy" />
    return place === 'inline' ? picture : <figure className={alignClass(block)}>{picture}</figure>
  },
}

/** "displayed from /api/uploads/{filename} when the stored value is not a full URL"; undefined if unsafe. */
export function imageSource({ filename, url }: Record<string, unknown>): string | undefined {
  if (typeof filename === 'string' && IMAGE_FILENAME.test(filename)) return imagePath(filename)
  return typeof url === 'string' && isSafeImageUrl(url) ? url : undefined
}

/** The description of an image, empty if it has none. */
export const imageAlt = ({ alt }: Record<string, unknown>): string => (typeof alt === 'string' ? alt : '')

/** Width and height in pixels where a block has both: room is kept before the image is there. */
export function imageSize({ width, height }: Record<string, unknown>) {
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

const isLength = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
