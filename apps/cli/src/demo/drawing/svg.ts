export type Point = [x: number, y: number]
type Attributes = Record<string, string | number>

function element(name: string, attributes: Attributes, ...children: string[]) {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${short(value)}"`)
  return `<${name}${pairs.join('')}>${children.join('')}</${name}>`
}

export const fill = (colour: string, opacity = 1): Attributes => ({ fill: colour, 'fill-opacity': opacity })

export const stroke = (colour: string, width: number, opacity = 1): Attributes => ({
  fill: 'none',
  stroke: colour,
  'stroke-width': width,
  'stroke-opacity': opacity,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
})

export const circle = ([cx, cy]: Point, r: number, paint: Attributes) =>
  element('circle', { cx, cy, r, ...paint })

export const ellipse = ([cx, cy]: Point, rx: number, ry: number, paint: Attributes) =>
  element('ellipse', { cx, cy, rx, ry, ...paint })

export const rect = ([x, y]: Point, width: number, height: number, paint: Attributes) =>
  element('rect', { x, y, width, height, ...paint })

export const path = (d: string, paint: Attributes) => element('path', { d, ...paint })

/** Corners: computed, or written as in SVG, `'0,0 10,20'`. */
type Points = Point[] | string

export const polyline = (points: Points, paint: Attributes) =>
  element('polyline', { points: written(points), ...paint })

export const polygon = (points: Points, paint: Attributes) =>
  element('polygon', { points: written(points), ...paint })

/** A smooth line through the middles between the points. */
export function curve(points: Point[], paint: Attributes) {
  const [first, ...rest] = points
  if (!first) return ''
  const bends = rest.map((point, index) => `Q${pair(point)} ${pair(middle(point, rest[index + 1] ?? point))}`)
  return path(`M${pair(first)} ${bends.join(' ')}`, paint)
}

export const group = (transform: string, ...children: string[]) => element('g', { transform }, ...children)

/** Shows the children only inside the shape. `id` must be unique in the drawing. */
export const clipped = (id: string, shape: string, ...children: string[]) =>
  element('clipPath', { id }, shape) + element('g', { 'clip-path': `url(#${id})` }, ...children)

/** `count` values from 0 up. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const written = (points: Points) => (typeof points === 'string' ? points : points.map(pair).join(' '))
const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
const pair = ([x, y]: Point) => `${short(x)} ${short(y)}`
const short = (value: string | number) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)
