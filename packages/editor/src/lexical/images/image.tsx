import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { imageSource } from '@nightdesk/contracts'
import type { NodeKey } from 'lexical'
import { Suspense } from 'react'
import { imageReferrerPolicy, imageSize, renderCaption } from '../../blocks/image.tsx'
import { imageText } from '../../blocks/image-text.ts'
import { ImageTexts } from '../lazy/lazy-components.ts'
import { OutsideImageExtension, outsideUrl } from './outside-image.ts'

export interface ImageTextsProps {
  nodeKey: NodeKey
  /** The keys of the image block. */
  image: Record<string, unknown>
  /** Readers see no caption within a line. */
  isInline: boolean
}

/** An image in the editor, with its texts, which can be changed once their code is loaded. */
export function EditorImage(props: ImageTextsProps) {
  const { image, isInline } = props
  const source = imageSource(image)
  const Control = useExtensionSignalValue(OutsideImageExtension, 'Control')
  const outside = source === undefined ? undefined : outsideUrl(source)
  return (
    <span className="editor-image-box">
      {/* The Content-Security-Policy blocks insecure images: without this test a broken image would be shown. */}
      {source && outside?.protocol !== 'http:' ? (
        <img
          src={source}
          alt={imageText(image, 'alt')}
          {...imageSize(image)}
          loading={outside && 'lazy'}
          referrerPolicy={imageReferrerPolicy(source)}
          draggable={false}
        />
      ) : (
        <span>Image not available</span>
      )}
      {Control && source && outside && <Control source={source} url={outside} />}
      <Suspense fallback={!isInline && renderCaption({ ...image, type: 'image', children: [] })}>
        <ImageTexts {...props} />
      </Suspense>
    </span>
  )
}
