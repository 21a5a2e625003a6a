/** Background, drawing, planet. */
type Palette = readonly [string, string, string]
type Random = () => number

const WIDTH = 640
const HEIGHT = 360
const STARS = 46
const PALETTES: readonly [Palette, ...Palette[]] = [
  ['#15171A', '#F4F4EE', '#FFD21A'],
  ['#F4F4EE', '#15171A', '#E4402B'],
  ['#FFD21A', '#15171A', '#FAFAF7'],
  ['#0F5E5A', '#F4F4EE', '#FFD21A'],
  ['#23356F', '#F4F4EE', '#F2678C'],
  ['#D9DAD4', '#15171A', '#2C4FD0'],
  ['#C93A6B', '#FAFAF7', '#15171A'],
]

/** An SVG element, with the attribute names of React. */
interface Shape {
  element: 'circle' | 'ellipse' | 'path' | 'rect'
  attributes: Record<string, string | number>
}

/**
 * The cover of an article without a poster: a two-colour "offset print" of a planet, as SVG. An id always gives the
 * same picture, so it may be cached without a limit.
 */
export function renderCover(id: number): string {
  const shapes = drawCover(String(id)).map(toSvg).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${COVER_BOX}" preserveAspectRatio="xMidYMid slice">${shapes}</svg>`
}

export const COVER_BOX = `0 0 ${WIDTH} ${HEIGHT}`

/** The same seed gives the same shapes. Without its planet, a cover shows only the planet's outline. */
export function drawCover(seed: string, { hasPlanet = true } = {}): Shape[] {
  const random = randomFrom(seed)
  const [ground, ink, colour] = pick(random, PALETTES)
  const planet = { x: 120 + random() * 400, y: 110 + random() * 140, radius: 54 + random() * 80 }
  const motif = pick(random, ['hill', 'orbits', 'sliced'] as const)
  const circle = { cx: round(planet.x), cy: round(planet.y), r: round(planet.radius) }
  const paint: Shape['attributes'] = hasPlanet
    ? { fill: colour }
    : { fill: ground, stroke: colour, strokeWidth: 3, strokeDasharray: '6 9' }
  return [
    { element: 'rect', attributes: { width: WIDTH, height: HEIGHT, fill: ground } },
    ...stars(random, ink),
    ...rings(random, planet, ink, motif === 'orbits' ? 0.32 : 0.9),
    { element: 'circle', attributes: { ...circle, ...paint } },
    ...(motif === 'hill' ? [hill(random, ink)] : []),
    ...(motif === 'sliced' ? slices(planet.y, ground) : []),
  ]
}

function toSvg({ element, attributes }: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => `${hyphenated(name)}="${value}"`)
  return `<${element} ${written.join(' ')}/>`
}

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function stars(random: Random, ink: string): Shape[] {
  return Array.from({ length: STARS }, () => {
    const at = { cx: round(random() * WIDTH), cy: round(random() * HEIGHT) }
    const r = round(0.6 + random() * random() * 2)
    const opacity = (0.25 + random() * 0.6).toFixed(2)
    return { element: 'circle', attributes: { ...at, r, fill: ink, opacity } }
  })
}

function rings(
  random: Random,
  { x, y, radius }: { x: number; y: number; radius: number },
  ink: string,
  flatness: number,
): Shape[] {
  const tilt = Math.round(random() * 50 - 25)
  const count = 2 + Math.floor(random() * 4)
  const transform = `rotate(${tilt} ${round(x)} ${round(y)})`
  return Array.from({ length: count }, (_, index) => {
    const reach = radius + (index + 1) * 34
    const shape = { cx: round(x), cy: round(y), rx: round(reach), ry: round(reach * flatness), transform }
    const opacity = (0.47 - 0.08 * index).toFixed(2)
    return { element: 'ellipse', attributes: { ...shape, fill: 'none', stroke: ink, opacity } }
  })
}

function hill(random: Random, ink: string): Shape {
  const left = round(290 + random() * 20)
  const bend = round(240 + random() * 40)
  const right = round(270 + random() * 30)
  // Beyond the lower edge, where a scaled cover would show a line of its ground.
  const d = `M0 ${left}Q160 ${bend} 320 286T640 ${right}V${HEIGHT + 20}H0Z`
  return { element: 'path', attributes: { d, fill: ink } }
}

/** Bars in the background colour that grow towards the bottom, like a sun that sets into water. */
function slices(middle: number, ground: string): Shape[] {
  return Array.from({ length: 9 }, (_, index) => {
    const y = round(middle + 8 + index * index * 1.9 + index * 6)
    return { element: 'rect', attributes: { y, width: WIDTH, height: round(2 + index * 1.3), fill: ground } }
  })
}

/** FNV-1a over the seed, then xorshift32. Another generator would change the cover of every article. */
function randomFrom(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
