import { legalInXml } from '@nightdesk/contracts'
import { Blocks, type CodeProps, type ImageProps, imageReferrerPolicy } from '@nightdesk/editor/render'
import { renderToStaticMarkup } from 'react-dom/server'
import type { WebServer } from './server-api.ts'

/** React closes every element and quotes every attribute: its HTML is XML too, but for some characters. */
export const renderContent: WebServer['renderContent'] = (content, { resolveImage, ...options }) => {
  const Image = ({ src, alt, width, height }: ImageProps) => (
    <img
      src={resolveImage(src)}
      alt={alt}
      width={width}
      height={height}
      referrerPolicy={imageReferrerPolicy(src)}
    />
  )
  const blocks = <Blocks value={content} {...options} Image={Image} Code={Code} />
  return legalInXml(renderToStaticMarkup(blocks))
}

function Code({ children }: CodeProps) {
  return (
    <pre>
      <code>{children}</code>
    </pre>
  )
}
