import type { Random } from './random.ts'
import { circle, clipped, ellipse, fill, type Point, path, polygon, rect, stroke, times } from './svg.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const stars = (random: Random, count: number, { x, y, width, height }: Area, colour: string) =>
  times(count, () => {
    const at: Point = [random(x, x + width), random(y, y + height)]
    return circle(at, 1 + random(0, 1) ** 3 * 4, fill(colour, random(0.3, 0.95)))
  }).join('')

export const orbits = (centre: Point, radii: number[], squash: number, tilt: number, colour: string) =>
  radii
    .map((r) =>
      ellipse(centre, r, r * squash, {
        ...stroke(colour, 2, 0.6),
        transform: `rotate(${tilt} ${centre[0]} ${centre[1]})`,
      }),
    )
    .join('')

/** A disc that sinks into widening stripes of its background. */
export function slicedSun([x, y]: Point, r: number, colour: string, background: string) {
  const stripes = times(9, (i) => {
    const top = y + r * 0.08 + i * i * r * 0.012 + i * r * 0.065
    return rect([x - r - 2, top], 2 * r + 4, r * (0.018 + i * 0.0062), fill(background))
  })
  return circle([x, y], r, fill(colour)) + stripes.join('')
}

/** A disc with craters and a dotted shadow on its right limb. */
export function moon(random: Random, [x, y]: Point, r: number, light: string, shade: string) {
  const craters = times(16, (i) => {
    // A sunflower's steps keep them apart.
    const [angle, distance, size] = [i * 2.4, r * Math.sqrt((i + 0.6) / 17), r * random(0.025, 0.13)]
    const at: Point = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance]
    return circle(at, size, fill(shade, 0.1)) + circle(at, size, stroke(shade, 1.5, 0.35))
  })
  const dots = halftone({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, r / 18, shade, (px, py) =>
    Math.max(0, ((px - x) * 0.9 + (py - y) * 0.45) / r - 0.18),
  )
  return circle([x, y], r, fill(light)) + clipped(`moon-${r}`, circle([x, y], r, {}), craters.join(''), dots)
}

/** Printed dots on a slanted grid. `tone` says how dark a place is: 0 leaves it bare, 1 nearly covers it. */
export function halftone(area: Area, step: number, colour: string, tone: (x: number, y: number) => number) {
  const dots: string[] = []
  for (let row = 0; row * step * 0.5 <= area.height; row++) {
    for (let x = area.x + (row % 2) * step * 0.5; x <= area.x + area.width; x += step) {
      const y = area.y + row * step * 0.5
      const r = step * 0.36 * Math.sqrt(Math.min(1, Math.max(0, tone(x, y))))
      if (r > 0.4) dots.push(circle([x, y], r, fill(colour)))
    }
  }
  return dots.join('')
}

/** Land with a broken top line, down to `bottom`. */
export function ridge(
  random: Random,
  {
    from,
    to,
    bottom,
    rough,
    steps,
  }: { from: Point; to: Point; bottom: number; rough: number; steps: number },
  colour: string,
) {
  const top = times(steps + 1, (i): Point => {
    const t = i / steps
    const wander = i === 0 || i === steps ? 0 : random(-rough, rough)
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t + wander]
  })
  return polygon([...top, [to[0], bottom], [from[0], bottom]], fill(colour))
}

/** Water: short level strokes that grow longer and further apart towards the viewer. */
export const ripples = (random: Random, count: number, { x, y, width, height }: Area, colour: string) =>
  times(count, () => {
    const depth = random(0, 1) ** 1.4
    const length = 10 + depth * random(30, 170)
    const at = x + random(0, width - length)
    return path(
      `M${at} ${y + depth * height} h${length}`,
      stroke(colour, 1.2 + depth * 2.6, 0.25 + depth * 0.5),
    )
  }).join('')
