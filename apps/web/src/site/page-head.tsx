import { useSettings } from './settings.ts'

interface PageHeadProps {
  /** Without one, the page is titled with the name of the site. */
  title?: string
  description?: string
  /** Path of the page's one address; a page without one is not for search engines. */
  path?: string
}

/** What a page adds to `<head>`; React moves it there. `reader.ts` swaps these when it swaps pages. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const { name, url } = useSettings()
  const fullTitle = title ? `${title} · ${name}` : name
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {path ? <link rel="canonical" href={`${url}${path}`} /> : <meta name="robots" content="noindex" />}
      <meta property="og:title" content={title ?? name} />
      <meta property="og:site_name" content={name} />
    </>
  )
}
