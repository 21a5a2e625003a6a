import { createContext, useContext } from 'react'
import type { PreviewLink, RenderOptions, SiteSettings } from '../server-api.ts'

export interface PageRequest extends RenderOptions {
  /** As it was requested. */
  pathname: string
  /** The parts of the path that the route names. */
  params: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
}

export interface Rendering {
  site: SiteSettings
  preview?: PreviewLink | undefined
  /** The instant at which a page is copied, to be read without a server. */
  copied_at?: string | undefined
}

const Context = createContext<Rendering | null>(null)

export const RenderingProvider = Context.Provider

export function useRendering(): Rendering {
  const rendering = useContext(Context)
  if (!rendering) throw new Error('Rendered outside of RenderingProvider')
  return rendering
}

export const useSettings = () => useRendering().site

/** Whether a preview link shows the page. It then has no canonical address, and its views are not counted. */
export const useIsPreview = () => useRendering().preview !== undefined

/** Whether the page is read without a server: then it has no scripts, no forms, and no links to what needs one. */
export const useIsStatic = () => useRendering().copied_at !== undefined
