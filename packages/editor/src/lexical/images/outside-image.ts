import { defineExtension, signal } from '@lexical/extension'
import type { ComponentType } from 'react'

/** The URL of an image of another site; undefined for one of this site. */
export function outsideUrl(source: string): URL | undefined {
  const url = new URL(source, location.origin)
  return url.origin === location.origin ? undefined : url
}

export interface OutsideImageProps {
  /** The URL as it is in the text. */
  source: string
  url: URL
}

/** The control below images of other sites, which is loaded later; undefined until then. */
export const OutsideImageExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/outside-image',
  build: () => ({ Control: signal<ComponentType<OutsideImageProps> | undefined>(undefined) }),
})
