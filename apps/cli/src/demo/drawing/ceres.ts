import { CRIMSON, INK, PAPER, VIOLET, YELLOW } from './inks.ts'
import { halftone, orbits, stars } from './motifs.ts'
import type { Random } from './random.ts'
import {
  circle,
  clipped,
  ellipse,
  fill,
  group,
  type Point,
  path,
  polygon,
  rect,
  stroke,
  times,
} from './svg.ts'

/** Poster: a striped tower on a small round world, its beam across the whole sky. */
export function lighthouse(random: Random) {
  const ice: Point = [640, 1560]
  const earth: Point = [1310, 226]
  return [
    rect([0, 0], 1600, 900, fill(CRIMSON)),
    stars(random, 130, { x: 0, y: 0, width: 1600, height: 760 }, PAPER),
    polygon('520,236 1600,20 1600,520', fill(YELLOW)),
    polygon('500,236 0,190 0,110', fill(YELLOW, 0.22)),
    orbits(earth, [70, 112, 160], 0.36, -14, INK),
    circle(earth, 30, fill(INK)),
    circle([1412, 180], 8, fill(INK)),
    circle(ice, 900, fill(INK)),
    craters(random, ice),
    group('translate(510 680)', tower()),
  ].join('')
}

function craters(random: Random, [x, y]: Point) {
  const dots = halftone({ x: 0, y: 650, width: 1600, height: 250 }, 17, PAPER, (px, py) => {
    const depth = Math.hypot(px - x, py - y) / 900
    return (depth - 0.86) * 3.2 * (px > 560 ? 1 : 0.35)
  })
  const holes = times(15, () => {
    const angle = random(-2.45, -0.7)
    const distance = 900 - random(26, 210)
    const at: Point = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance]
    const width = random(16, 78)
    return ellipse(at, width, width * 0.3, fill(INK)) + ellipse(at, width, width * 0.3, stroke(PAPER, 2, 0.7))
  })
  return clipped('ice', circle([x, y], 900, {}), dots, ...holes)
}

function tower() {
  const bands = times(3, (i) => {
    const [top, bottom] = [-302 + i * 112, -246 + i * 112]
    const half = (y: number) => 34 + ((y + 360) / 360) * 32
    const [above, below] = [half(top), half(bottom)]
    return polygon(`${-above},${top} ${above},${top} ${below},${bottom} ${-below},${bottom}`, fill(INK))
  })
  return [
    polygon('-34,-360 34,-360 66,6 -66,6', fill(PAPER)),
    ...bands,
    rect([-54, -378], 108, 18, fill(INK)),
    rect([-32, -478], 64, 100, fill(YELLOW)),
    ...times(3, (i) => rect([-34 + i * 32, -478], 4, 100, fill(INK))),
    circle([0, -444], 17, fill(PAPER)),
    path('M-44 -478 Q0 -556 44 -478 Z', fill(INK)),
    rect([-3, -552], 6, 36, fill(INK)),
    rect([-16, -58], 32, 64, { ...fill(YELLOW), rx: 15 }),
  ].join('')
}

/** Inline: the lens from inside, dark against its windows. */
export function lampRoom(random: Random) {
  const windows = times(5, (i) => arch(60 + i * 224, 90, 184, 470))
  return [
    rect([0, 0], 1200, 750, fill(INK)),
    clipped(
      'windows',
      windows.map((d) => path(d, {})).join(''),
      rect([0, 0], 1200, 750, fill(CRIMSON)),
      stars(random, 120, { x: 0, y: 60, width: 1200, height: 420 }, PAPER),
      path('M0 560 V492 Q600 430 1200 492 V560 Z', fill(INK)),
      halftone(
        { x: 0, y: 440, width: 1200, height: 120 },
        13,
        PAPER,
        (x, y) => (y - 455) / 190 - Math.abs(x - 600) / 4000,
      ),
      circle([152, 190], 9, fill(PAPER)),
      circle([196, 214], 4, fill(VIOLET)),
    ),
    ...windows.map((d) => path(d, stroke(PAPER, 2, 0.35))),
    lens([600, 330]),
    halftone({ x: 0, y: 610, width: 1200, height: 140 }, 14, VIOLET, frost),
    stairs(),
    keeper(),
  ].join('')
}

const arch = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y + height} V${y + width / 2} a${width / 2} ${width / 2} 0 0 1 ${width} 0 V${y + height} Z`

function lens([x, y]: Point) {
  const prisms = times(17, (i) => {
    const dy = (i - 8) * 27
    const half = 158 * Math.sqrt(1 - (dy / 250) ** 2)
    return path(`M${x - half} ${y + dy} Q${x} ${y + dy + 26} ${x + half} ${y + dy}`, stroke(VIOLET, 2.2, 0.8))
  })
  const petals = times(5, (i) => ellipse([x, y], 24 + i * 34, 240, stroke(VIOLET, 2, 0.75)))
  const bullseye = times(4, (i) => circle([x, y], 14 + i * 17, stroke(VIOLET, 3 - i * 0.4)))
  return [
    rect([x - 100, y + 150], 200, 140, fill(INK)),
    ellipse([x, y], 172, 254, fill(INK)),
    ...prisms,
    ...petals,
    circle([x, y], 72, fill(INK)),
    ...bullseye,
    rect([x - 104, y + 236], 208, 16, fill(PAPER)),
    rect([x - 76, y + 262], 152, 8, fill(PAPER, 0.6)),
    rect([x - 56, y - 272], 112, 16, fill(PAPER)),
  ].join('')
}

/** On the floor, except where the lamp has kept it warm. */
const frost = (x: number, y: number) => {
  const warmth = Math.hypot((x - 600) / 420, (y - 590) / 130)
  return warmth < 1 ? 0 : Math.min(0.5, (warmth - 1) * 0.7) * ((y - 600) / 150)
}

const stairs = () =>
  times(6, (i) =>
    rect([0, 616 + i * 26], 262 + i * 34, 26, {
      ...fill(INK),
      stroke: PAPER,
      'stroke-opacity': 0.6,
      'stroke-width': 2,
    }),
  ).join('')

/** Seated on the last step, helmet beside her. */
const keeper = () =>
  group(
    'translate(196 612)',
    path('M-34 2 Q-40 -66 -4 -78 Q30 -70 26 -18 L60 -16 L64 2 Z', fill(YELLOW)),
    circle([0, -102], 21, fill(YELLOW)),
    path('M58 -18 L70 44', stroke(YELLOW, 15)),
    circle([-72, -20], 22, fill(PAPER)),
    path('M-88 -24 q16 -14 32 0 q-4 18 -16 18 t-16 -18 Z', fill(VIOLET)),
  )
