import { GREY, INK, PAPER, RED } from './inks.ts'
import { halftone } from './motifs.ts'
import type { Random } from './random.ts'
import {
  circle,
  clipped,
  fill,
  group,
  type Point,
  path,
  polygon,
  polyline,
  rect,
  stroke,
  times,
} from './svg.ts'

/** Poster: roofs and a church going under, one row after another. */
export function village(random: Random) {
  const rows = [0, 1, 2, 3].map((depth) => {
    const y = 430 + depth * 116
    return row(random, y, depth) + bank(random, y + 6, depth)
  })
  return [
    rect([0, 0], 1600, 900, fill(PAPER)),
    circle([1160, 300], 178, fill(RED)),
    halftone({ x: 0, y: 300, width: 1600, height: 340 }, 16, GREY, (_, y) => (y - 300) / 420),
    ...rows,
    ropes(),
    gull(720, 116, 1.1),
    gull(838, 170, 0.7),
  ].join('')
}

function row(random: Random, y: number, depth: number) {
  const tint = ['#B9BBB8', '#8A8D8E', '#4C4F53', INK][depth] ?? INK
  const size = 0.62 + depth * 0.2
  const houses: string[] = []
  for (let x = random(-90, -20); x < 1640; x += random(150, 300) * size) {
    if (depth === 1 && x > 380 && x < 660) continue
    houses.push(house([x, y], size * random(0.85, 1.2), tint, depth > 1))
  }
  return houses.join('') + (depth === 1 ? group(`translate(520 ${y})`, church(tint)) : '')
}

const house = ([x, y]: Point, size: number, tint: string, lit: boolean) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    polygon('-66,90 -66,-30 0,-86 66,-30 66,90', fill(tint)),
    rect([30, -92], 16, 46, fill(tint)),
    lit ? rect([-34, -20], 26, 30, fill(PAPER)) : '',
    lit ? rect([12, -20], 26, 30, fill(RED)) : '',
  )

const church = (tint: string) =>
  [
    polygon('-40,90 -40,-190 0,-290 40,-190 40,90', fill(tint)),
    polygon('30,90 30,-70 110,-128 190,-70 190,90', fill(tint)),
    path('M0 -290 V-340 M-18 -322 H18', stroke(tint, 8)),
    circle([0, -160], 17, fill(PAPER)),
  ].join('')

/** One bank of fog: a soft top edge over a flat sheet. */
function bank(random: Random, y: number, depth: number) {
  const puffs = times(30, (i) => {
    const at: Point = [i * 56 + random(-20, 20), y + 74 + random(-8, 10)]
    return circle(at, random(32, 66), fill(PAPER))
  })
  const lines = times(7, () => {
    const x = random(-60, 1400)
    return path(`M${x} ${y + random(20, 90)} h${random(90, 330)}`, stroke(INK, 2, 0.1 + depth * 0.05))
  })
  return puffs.join('') + rect([0, y + 38], 1600, 300, fill(PAPER)) + lines.join('')
}

/** The blue line from door to door is red here: jackets are printed in two colours. */
const ropes = () =>
  path('M-20 770 Q200 842 420 800 T860 806 T1300 790 T1640 826', stroke(RED, 7)) +
  circle([420, 803], 15, fill(RED)) +
  circle([1300, 793], 15, fill(RED))

const gull = (x: number, y: number, scale: number) =>
  group(`translate(${x} ${y}) scale(${scale})`, path('M-44 6 Q-22 -22 0 4 Q22 -22 44 6', stroke(INK, 6)))

/** Inline: where the ropes meet. The knot is the size of an orange, for trade. */
export function knot(random: Random) {
  const knotAt: Point = [640, 404]
  return [
    rect([0, 0], 1200, 750, fill(GREY)),
    house([210, 300], 2.5, '#CBCCC7', false),
    house([980, 260], 2.1, '#CFD0CB', false),
    house([640, 210], 1.2, '#D2D3CE', false),
    halftone({ x: 0, y: 200, width: 1200, height: 550 }, 15, PAPER, (_, y) => (y - 200) / 460),
    rope([-30, 250], [180, 400], [420, 420], knotAt),
    rope(knotAt, [860, 420], [1040, 330], [1230, 300]),
    rope(knotAt, [690, 560], [650, 660], [700, 780]),
    monkeysFist(knotAt),
    ...times(14, () =>
      path(`M${random(-80, 1000)} ${random(60, 730)} h${random(120, 380)}`, stroke(PAPER, random(3, 9), 0.8)),
    ),
  ].join('')
}

/** Two strands, shown by slanting ticks across a thick line. */
function rope(a: Point, b: Point, c: Point, d: Point) {
  const at = (t: number): Point => {
    const mix = (i: 0 | 1) =>
      (1 - t) ** 3 * a[i] + 3 * (1 - t) ** 2 * t * b[i] + 3 * (1 - t) * t ** 2 * c[i] + t ** 3 * d[i]
    return [mix(0), mix(1)]
  }
  const count = Math.round(Math.hypot(d[0] - a[0], d[1] - a[1]) / 11)
  const ticks = times(count, (i) => {
    const [[x, y], [nx, ny]] = [at(i / count), at((i + 1) / count)]
    const angle = Math.atan2(ny - y, nx - x) + 0.85
    const [dx, dy] = [Math.cos(angle) * 14, Math.sin(angle) * 14]
    return path(`M${x - dx} ${y - dy} L${x + dx} ${y + dy}`, stroke(INK, 3.5))
  })
  const line = times(65, (i) => at(i / 64))
  return polyline(line, stroke(INK, 33)) + polyline(line, stroke(RED, 26)) + ticks.join('')
}

/** Three turns of cord across, three down over them, drawn on a ball. */
function monkeysFist([x, y]: Point) {
  const turn = (offset: number, width: number) => {
    const d = `M${offset * 0.7} -130 Q${offset * 1.6} 0 ${offset * 0.7} 130`
    return path(d, stroke(INK, width + 8)) + path(d, stroke(RED, width))
  }
  const across = [-64, 64, 0].map((offset) => turn(offset, 50))
  const down = [-44, 44, 0].map((offset) => turn(offset, 36))
  return group(
    `translate(${x} ${y})`,
    circle([0, 0], 116, fill(INK)),
    clipped('fist', circle([0, 0], 110, {}), group('rotate(90)', ...across), ...down),
  )
}
