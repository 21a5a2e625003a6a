import { paths } from '../paths.ts'
import { PageHead } from './page-head.tsx'

export function NotFound() {
  return (
    <>
      <PageHead title="Page not found" />
      <section className="error-box">
        <MissingPlanet />
        <h1>Oops! The page you're looking for doesn't exist.</h1>
        <a className="button" href={paths.home()}>
          Go back to Home
        </a>
      </section>
    </>
  )
}

/** The orbits are there; the planet is not. */
function MissingPlanet() {
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" fill="none" stroke="currentColor">
      <ellipse cx="180" cy="100" rx="170" ry="58" transform="rotate(-14 180 100)" />
      <ellipse cx="180" cy="100" rx="122" ry="40" transform="rotate(-14 180 100)" />
      <circle className="missing" cx="180" cy="100" r="52" strokeWidth="2" strokeDasharray="4 7" />
      <circle cx="322" cy="52" r="7" fill="currentColor" />
    </svg>
  )
}
