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

/** React closes every element and quotes every attribute: its HTML is XML too, but for some characters. */
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

/** React asks for pictures ahead of the page that they are in, and here there is none. Text never holds a bare “<”. */
const PRELOADS = /<link rel="preload"[^<>]*>/g

function Code({ children }: CodeProps) {
  return (
    <pre>
      <code>{children}</code>
    </pre>
  )
}
