import { INK, PAPER, TEAL, YELLOW } from './inks.ts'
import { moon, ripples, stars } from './motifs.ts'
import type { Random } from './random.ts'
import { circle, clipped, curve, fill, group, type Point, path, polygon, rect, stroke, times } from './svg.ts'

const DEEP = '#0A423F'

/** Poster: a sluice between the high sea and the low land, lifted by the width of a hand. */
export function gate(random: Random) {
  return [
    rect([0, 0], 1600, 900, fill(TEAL)),
    stars(random, 90, { x: 0, y: 0, width: 1600, height: 440 }, PAPER),
    moon(random, [450, 292], 196, YELLOW, INK),
    rect([0, 520], 830, 380, fill(DEEP)),
    glitter(random),
    ripples(random, 90, { x: 0, y: 530, width: 830, height: 350 }, PAPER),
    path('M790 900 V560 Q830 500 900 500 H1010 Q1090 505 1170 640 T1600 712 V900 Z', fill(INK)),
    path('M1180 690 Q1280 600 1400 604 T1600 660 V760 H1180 Z', fill(INK)),
    house(),
    rect([1000, 790], 600, 110, fill(DEEP)),
    ripples(random, 30, { x: 1010, y: 796, width: 580, height: 90 }, YELLOW),
    sluice(),
  ].join('')
}

/** The moon on the water: level strokes below it, wider towards us. */
const glitter = (random: Random) =>
  times(34, (i) => {
    const half = 26 + i * 4.2 + random(-14, 14)
    return rect(
      [450 - half + random(-16, 16), 528 + i * 10.6],
      half * 2,
      2 + i * 0.14,
      fill(YELLOW, 0.95 - i * 0.014),
    )
  }).join('')

function sluice() {
  return [
    rect([856, 400], 128, 500, fill(INK)),
    ...times(6, (i) => rect([856, 404 + i * 63], 128, 59, fill(YELLOW))),
    ...[884, 946].map((x) => rect([x, 400], 10, 380, fill(INK))),
    rect([856, 780], 128, 28, fill(DEEP)),
    ...times(6, (i) =>
      path(
        `M850 ${783 + i * 4.4} H990 Q${1050 + i * 8} ${784 + i * 5} ${1180 - i * 14} ${806 + i * 7}`,
        stroke(PAPER, 2.6),
      ),
    ),
    rect([826, 300], 30, 600, fill(PAPER)),
    rect([984, 300], 30, 600, fill(PAPER)),
    rect([800, 282], 240, 30, fill(PAPER)),
    ...[888, 952].map((x) => rect([x - 5, 312], 10, 90, fill(PAPER))),
    circle([920, 246], 36, stroke(PAPER, 9)),
    ...times(3, (i) =>
      path('M920 210 V282', { ...stroke(PAPER, 5), transform: `rotate(${i * 60} 920 246)` }),
    ),
  ].join('')
}

const house = () =>
  group(
    'translate(1392 606)',
    polygon('-120,10 -120,-66 -74,-158 74,-158 120,-66 120,10', fill(INK)),
    polygon('-138,-60 -80,-170 80,-170 138,-60', fill(PAPER)),
    rect([34, -206], 24, 40, fill(PAPER)),
    rect([-72, -42], 34, 36, fill(YELLOW)),
    rect([40, -42], 34, 36, fill(YELLOW)),
    path('M-55 -42 V-6 M57 -42 V-6', stroke(INK, 4)),
  )

/** Inline: the ditch from above. Every line is a fish. */
export function ditch(random: Random) {
  const wall = (y: number, height: number) => rect([572, y], 56, height, fill(INK))
  return [
    rect([0, 0], 1200, 750, fill(TEAL)),
    rect([600, 0], 600, 750, fill(DEEP)),
    clipped(
      'moonlight',
      rect([600, 0], 600, 750, {}),
      ...times(7, (i) => circle([960, 375], 50 + i * 66, stroke(TEAL, 3))),
    ),
    circle([960, 375], 34, fill(YELLOW)),
    ...times(1000, () => eel(random)),
    wall(0, 318),
    wall(432, 318),
    rect([552, 302], 96, 22, fill(PAPER)),
    rect([552, 426], 96, 22, fill(PAPER)),
  ].join('')
}

/** Follows the stream: wide, through the gate, and wide again. */
function eel(random: Random) {
  const lane = random(-1, 1)
  const head = random(-20, 1200)
  const sway = random(0, Math.PI * 2)
  const spread = (x: number) => 44 + 330 * Math.min(1, Math.abs(x - 600) / 560) ** 1.5
  const body = times(9, (i): Point => {
    const x = head - i * 7
    return [x, 375 + lane * spread(x) + Math.sin(sway + i * 0.8) * 3.2]
  })
  const [nose = [head, 375]] = body
  const bright = random(0.35, 1)
  return curve(body, stroke(PAPER, random(1.4, 2.6), bright)) + circle(nose, 2.6, fill(YELLOW, bright))
}
