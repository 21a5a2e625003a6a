import { createElement } from 'react'
import { paths } from '../paths.ts'
import { COVER_BOX, drawCover } from './cover.ts'
import type { PageFailure } from './page-error.ts'
import { PageHead } from './page-head.tsx'

export function NotFound({ pathname }: Pick<PageFailure, 'pathname'>) {
  return (
    <>
      <PageHead title="Page not found" />
      <section className="error-box lost">
        <MissingPlanet pathname={pathname} />
        <h1>Oops! The page you're looking for doesn't exist.</h1>
        <a className="button" href={paths.home()}>
          Go back to Home
        </a>
      </section>
    </>
  )
}

/** The cover that a story at this address would have, without its planet. */
function MissingPlanet({ pathname }: { pathname: string }) {
  return (
    <svg viewBox={COVER_BOX} aria-hidden="true">
      {drawCover(pathname, { hasPlanet: false }).map(({ element, attributes }, index) =>
        createElement(element, { key: index, ...attributes }),
      )}
    </svg>
  )
}
