import { BLUE, GREY, INK, NAVY, PAPER, PINK, YELLOW } from './inks.ts'
import { ridge, slicedSun } from './motifs.ts'
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

/** Poster: masts on a ridge above a lit city, signals between them, and the rain that is not there yet. */
export function antennas(random: Random) {
  return [
    rect([0, 0], 1600, 900, fill(NAVY)),
    slicedSun([1090, 400], 292, PINK, NAVY),
    rain(random),
    ridge(random, { from: [0, 640], to: [1600, 560], bottom: 900, rough: 26, steps: 14 }, '#18264F'),
    ...links([
      [196, 250],
      [590, 190],
      [1000, 262],
      [1420, 168],
    ]),
    group('translate(196 640)', mast(400)),
    group('translate(590 622)', mast(440)),
    group('translate(1000 604)', mast(350)),
    group('translate(1420 582)', mast(420)),
    city(random),
  ].join('')
}

const rain = (random: Random) =>
  times(420, () => {
    const [x, y, length] = [random(-60, 1640), random(-60, 700), random(14, 96)]
    return path(`M${x} ${y} l${-length * 0.16} ${length}`, stroke(PAPER, random(1, 2.4), random(0.18, 0.75)))
  }).join('')

/** What travels from mast to mast: three lines, one of them broken. */
const links = (masts: Point[]) =>
  masts.slice(1).map((to, index) => {
    const from = masts[index] ?? to
    const bow = (sag: number) =>
      path(
        `M${from[0]} ${from[1]} Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + sag} ${to[0]} ${to[1]}`,
        {
          ...stroke(YELLOW, 2.5, sag ? 0.75 : 1),
          'stroke-dasharray': sag ? '2 13' : '26 11',
        },
      )
    return bow(0) + bow(34) + bow(-34)
  })

/** A lattice mast standing on the origin, with drum antennas. */
function mast(height: number) {
  const half = (y: number) => 7 + (y / height) * 30
  const levels = times(Math.round(height / 38) + 1, (i) => (i * height) / Math.round(height / 38))
  const braces = levels.slice(1).map((y, i) => {
    const above = levels[i] ?? 0
    const corners: Point[] = [
      [-half(above), above],
      [half(y), y],
      [-half(y), y],
      [half(above), above],
    ]
    return polyline(corners, stroke(PAPER, 2.5))
  })
  return group(
    `translate(0 ${-height})`,
    polyline(
      [
        [-half(height), height],
        [-7, 0],
        [7, 0],
        [half(height), height],
      ],
      stroke(PAPER, 5),
    ),
    ...braces,
    path('M0 0 V-56', stroke(PAPER, 4)),
    circle([0, -60], 7, fill(YELLOW)),
    ...[
      [-26, 26, 24],
      [27, 52, 19],
      [-25, 96, 17],
    ].map(([x = 0, y = 0, r = 0]) => circle([x, y], r, drum)),
  )
}

const drum = { fill: PAPER, stroke: NAVY, 'stroke-width': 5 }

function city(random: Random) {
  let x = -20
  const blocks: string[] = []
  while (x < 1600) {
    const [width, height] = [random(46, 128), random(46, 230)]
    blocks.push(
      rect([x, 900 - height], width + 1, height, fill(INK)),
      windows(random, x, 900 - height, width),
    )
    x += width
  }
  return blocks.join('')
}

function windows(random: Random, left: number, top: number, width: number) {
  const lit: string[] = []
  for (let y = top + 16; y < 890; y += 24) {
    for (let x = left + 12; x < left + width - 14; x += 20) {
      if (random(0, 1) < 0.42) lit.push(rect([x, y], 9, 11, fill(random(0, 1) < 0.12 ? PINK : YELLOW)))
    }
  }
  return lit.join('')
}

/** Inline: the log of one link. Where the line sinks, rain stood between two masts. */
export function dent(random: Random) {
  const level = signal(random)
  return [
    rect([0, 0], 1200, 750, fill(GREY)),
    ...times(14, (i) => path(`M0 ${75 + i * 46} H1200`, stroke(INK, 1, 0.16))),
    ...times(25, (i) => path(`M${i * 50} 0 V750`, stroke(INK, 1, i % 4 ? 0.08 : 0.22))),
    clipped('hollow', polygon([...level, [1200, 200], [0, 200]], {}), drops(random)),
    polyline('0,200 1200,200', { ...stroke(INK, 2, 0.5), 'stroke-dasharray': '3 11' }),
    polyline(level, stroke(INK, 6)),
    ...times(25, (i) => rect([i * 50 + 14, 708], 22, 12, { ...fill(PAPER), rx: 6 })),
    ...times(25, (i) => rect([i * 50 + 14, 22], 22, 12, { ...fill(PAPER), rx: 6 })),
  ].join('')
}

function signal(random: Random) {
  return times(151, (i): Point => {
    const t = i / 150
    const fade = Math.exp(-(((t - 0.47) / 0.14) ** 2)) + 0.45 * Math.exp(-(((t - 0.68) / 0.07) ** 2))
    const shake = random(-1, 1) * (3 + fade * 34)
    return [t * 1200, 200 + fade * 400 + shake]
  })
}

const drops = (random: Random) =>
  times(520, () => drop([random(120, 1100), random(200, 700)], random(4, 13), random(0.55, 1))).join('')

/** A drop around its centre: a half circle below, two curves up to a point. */
const drop = ([x, y]: Point, r: number, opacity: number) =>
  path(
    `M${x - r} ${y} a${r} ${r} 0 0 0 ${2 * r} 0 c0 ${-r * 0.6} ${-r * 0.5} ${-r * 1.2} ${-r} ${-r * 2.6} ` +
      `c${-r * 0.5} ${r * 1.4} ${-r} ${r * 2} ${-r} ${r * 2.6} Z`,
    fill(BLUE, opacity),
  )
