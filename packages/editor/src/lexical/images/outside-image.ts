import { defineExtension, signal } from '@lexical/extension'
import type { ComponentType } from 'react'

/** The address of an image that another site keeps; undefined if it is one of ours. */
export function outsideUrl(source: string): URL | undefined {
  const url = new URL(source, location.origin)
  return url.origin === location.origin ? undefined : url
}

export interface OutsideImageProps {
  /** Of the image, as it stands in the text. */
  source: string
  url: URL
}

/** What stands below images of other sites: nothing, until the part of the editor comes that has it. */
export const OutsideImageExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/outside-image',
  build: () => ({ Control: signal<ComponentType<OutsideImageProps> | undefined>(undefined) }),
})
