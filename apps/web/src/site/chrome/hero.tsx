import { useSettings } from '../settings.ts'

export function Hero() {
  const { tagline } = useSettings()
  return (
    <section className="jacket" aria-labelledby="hero">
      <div className="wrap hero">
        <p className="label">Short stories & science fiction</p>
        <h1 id="hero">
          Small fictions from <em>very far</em> away.
        </h1>
        <p className="hero-lead">{tagline}</p>
        <a className="button" href="#articles">
          Explore Articles
        </a>
      </div>
      <Orbits />
    </section>
  )
}

function Orbits() {
  return (
    <svg viewBox="0 0 492 570" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.3">
        <circle cx="432" cy="274" r="164" />
        <circle cx="432" cy="274" r="224" />
        <circle cx="432" cy="274" r="293" />
        <circle cx="432" cy="274" r="370" />
      </g>
      <g fill="currentColor">
        <circle cx="432" cy="274" r="105" />
        <circle cx="232" cy="173" r="12" />
        <circle cx="150" cy="511" r="6" />
        <circle cx="482" cy="430" r="4" />
      </g>
    </svg>
  )
}
