import { INK, PAPER, RED, YELLOW } from './inks.ts'
import { halftone, moon, ridge, stars } from './motifs.ts'
import type { Random } from './random.ts'
import { circle, clipped, ellipse, fill, group, path, polygon, rect, stroke, times } from './svg.ts'

/** Poster: a fourteen-seater going down the edge of the Rift, the tout on the step, the Moon waiting. */
export function matatu(random: Random) {
  return [
    rect([0, 0], 1600, 900, fill(YELLOW)),
    halftone({ x: 0, y: 430, width: 1600, height: 470 }, 19, INK, (_, y) => (y - 430) / 1400),
    stars(random, 70, { x: 0, y: 0, width: 1600, height: 520 }, INK),
    moon(random, [520, 366], 292, PAPER, INK),
    path('M0 640 Q160 560 330 616 T760 650 T1200 700 V900 H0 Z', fill(RED)),
    path('M0 716 C260 690 560 762 800 730 S1300 566 1600 596 V900 H0 Z', fill(INK)),
    road(),
    group('translate(888 432) rotate(-9.5)', vehicle()),
    acacia(178, 702, 1),
    acacia(330, 722, 0.62),
  ].join('')
}

const road = () =>
  path('M60 900 C420 800 700 832 940 776 S1400 632 1600 660', {
    ...stroke(PAPER, 5, 0.9),
    'stroke-dasharray': '52 34',
  })

/** Seen from its left, where the door is. */
function vehicle() {
  const body = 'M6 250 V196 Q8 168 44 156 L112 70 Q132 44 168 42 H588 Q628 42 632 82 V250 Z'
  return [
    ...times(5, (i) => path(`M${200 + i * 92} 42 V22`, stroke(INK, 5))),
    path('M180 22 H584', stroke(INK, 7)),
    ...luggage(),
    path(body, fill(INK)),
    path('M8 206 H632 V226 H6 Z', fill(RED)),
    path('M44 156 L632 156 V170 L30 170 Z', fill(PAPER)),
    polygon('82,146 134,80 186,80 186,146', fill(YELLOW)),
    ...[330, 430, 530].map((x) => rect([x, 80], 84, 62, { ...fill(YELLOW), rx: 8 })),
    rect([204, 74], 108, 176, { ...fill(YELLOW), rx: 6 }),
    passengers(),
    saturn(),
    rect([2, 184], 26, 18, { ...fill(PAPER), rx: 6 }),
    path('M2 190 L-150 172 V232 Z', fill(PAPER, 0.5)),
    ...[132, 512].map(wheel),
    tout(),
  ].join('')
}

const luggage = () => [
  rect([412, -16], 96, 36, { ...fill(RED), rx: 6 }),
  rect([514, -2], 56, 22, { ...fill(INK), rx: 5 }),
  path('M330 20 Q336 -22 368 -18 T404 20 Z', fill(PAPER)),
]

const passengers = () =>
  [374, 470, 572, 156]
    .map((x) => circle([x, 116], 14, fill(INK)) + path(`M${x - 24} 146 q24 -30 48 0 Z`, fill(INK)))
    .join('')

const saturn = () =>
  circle([572, 194], 19, fill(YELLOW)) +
  ellipse([572, 194], 36, 9, { ...stroke(PAPER, 4), transform: 'rotate(-18 572 194)' })

const wheel = (x: number) =>
  circle([x, 252], 50, fill(INK)) +
  circle([x, 252], 50, stroke(YELLOW, 5)) +
  circle([x, 252], 20, fill(PAPER))

/** One foot on the step, one hand on the rail, the other in the air. */
const tout = () =>
  [
    path('M268 254 L262 186 L226 246', stroke(INK, 17)),
    path('M212 104 L256 96 L280 178 L242 190 Z', {
      ...fill(RED),
      stroke: RED,
      'stroke-width': 8,
      'stroke-linejoin': 'round',
    }),
    path('M250 106 L304 92', stroke(INK, 12)),
    path('M218 110 L182 62 L168 10', stroke(RED, 16)),
    path('M168 10 L158 -26', stroke(INK, 13)),
    circle([222, 76], 22, fill(INK)),
    path('M200 70 Q204 46 226 48 Q246 52 244 70 L184 74 Z', fill(RED)),
  ].join('')

const acacia = (x: number, y: number, scale: number) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    path('M0 30 Q-6 -60 -42 -108 M0 -30 Q20 -80 62 -112 M-4 -60 Q0 -90 6 -118', stroke(INK, 10)),
    path('M-128 -104 Q-90 -150 0 -148 T138 -108 Q70 -92 0 -100 T-128 -104 Z', fill(INK)),
  )

/** Inline: the launch track up the old volcano, and a bead that has just left it. */
export function track(random: Random) {
  return [
    rect([0, 0], 1200, 750, fill(RED)),
    stars(random, 60, { x: 0, y: 0, width: 1200, height: 380 }, PAPER),
    moon(random, [884, 338], 186, YELLOW, INK),
    path(VOLCANO, fill(INK)),
    clipped(
      'volcano',
      path(VOLCANO, {}),
      halftone(
        { x: 460, y: 318, width: 500, height: 202 },
        12,
        RED,
        (x, y) => (x - 480 - (y - 318) * 0.3) / 420,
      ),
    ),
    ridge(random, { from: [0, 512], to: [1200, 500], bottom: 750, rough: 9, steps: 24 }, '#8E2419'),
    path('M0 566 H1200 V750 H0 Z', fill('#6B1A13')),
    path('M-20 742 L470 322', stroke(YELLOW, 7)),
    ...pylons(),
    path('M470 322 Q640 176 838 20', { ...stroke(YELLOW, 3), 'stroke-dasharray': '2 15' }),
    circle([690, 138], 10, fill(PAPER)),
    ridge(random, { from: [0, 604], to: [520, 760], bottom: 760, rough: 16, steps: 9 }, INK),
    ridge(random, { from: [700, 760], to: [1200, 560], bottom: 760, rough: 18, steps: 9 }, INK),
    group('translate(1040 622) scale(.8)', acacia(0, 0, 1)),
  ].join('')
}

const VOLCANO = 'M120 520 L420 322 Q446 338 476 326 Q506 342 540 318 L960 520 Z'

const pylons = () =>
  times(13, (i) => {
    const t = 0.1 + i * 0.068
    const [x, y] = [-20 + 490 * t, 742 - 420 * t]
    return path(`M${x} ${y} v${40 - i * 2.4}`, stroke(YELLOW, 4 - i * 0.16))
  })
