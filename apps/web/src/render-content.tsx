import { legalInXml } from '@nightdesk/contracts'
import {
  Blocks,
  type CodeProps,
  type ImageProps,
  imageReferrerPolicy,
  trimEmptyLines,
} from '@nightdesk/editor/render'
import { renderToStaticMarkup } from 'react-dom/server'
import type { WebServer } from './server-api.ts'

/** React closes every element and quotes every attribute, so its HTML is XML too, except for some characters. */
export const renderContent: WebServer['renderContent'] = (
  content,
  { resolveImage, images = {}, ...options },
) => {
  const Image = ({ src, alt, width, height }: ImageProps) => (
    <img
      src={resolveImage(src)}
      alt={alt}
      width={images[src]?.width ?? width}
      height={images[src]?.height ?? height}
      referrerPolicy={resolveImage(src) === src ? imageReferrerPolicy(src) : undefined}
    />
  )
  const blocks = <Blocks value={trimEmptyLines(content)} {...options} Image={Image} Code={Code} />
  return legalInXml(renderToStaticMarkup(blocks).replace(PRELOADS, ''))
}

/** React adds preload links for pictures, useless without a page. Text never contains an unescaped “<”. */
const PRELOADS = /<link rel="preload"[^<>]*>/g

function Code({ children }: CodeProps) {
  return (
    <pre>
      <code>{children}</code>
    </pre>
  )
}
