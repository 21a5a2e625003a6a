import { BLUE, GREY, INK, PAPER, RED } from './inks.ts'
import { halftone, ridge, stars } from './motifs.ts'
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
  polyline,
  rect,
  stroke,
  times,
} from './svg.ts'

const PALE = '#DCE6FF'

const MASSIF =
  '250,640 420,520 520,470 600,360 648,384 716,212 742,232 778,150 812,206 ' +
  '838,188 902,330 960,312 1040,430 1150,470 1300,590 1420,640 1600,760 0,760'

/** Poster: Mount Kenya with its thumbprint of ice, giant groundsels in front. */
export function mountain(random: Random) {
  return [
    rect([0, 0], 1600, 900, fill(GREY)),
    circle([1130, 300], 190, fill(RED)),
    ...times(4, (i) => circle([1130, 300], 236 + i * 52, stroke(INK, 2, 0.4 - i * 0.08))),
    polygon(MASSIF, fill(INK)),
    clipped('massif', polygon(MASSIF, {}), facets(random), thumbprint()),
    ridge(random, { from: [0, 650], to: [1600, 690], bottom: 900, rough: 22, steps: 16 }, '#7F828A'),
    ridge(random, { from: [0, 760], to: [1600, 742], bottom: 900, rough: 18, steps: 16 }, BLUE),
    ridge(random, { from: [0, 838], to: [1600, 826], bottom: 900, rough: 12, steps: 18 }, INK),
    ...[
      [150, 850, 1.15],
      [350, 862, 0.7],
      [1265, 850, 0.8],
      [1450, 852, 1.3],
    ].map(groundsel),
  ].join('')
}

/** The lit side of the rock, in dots. */
const facets = (random: Random) =>
  halftone({ x: 240, y: 140, width: 1200, height: 560 }, 15, GREY, (x, y) => {
    const side = (x - 778) / 700 + Math.sin(x / 41) * 0.12 + random(-0.03, 0.03)
    return side - (y - 200) / 2600 - 0.02
  })

function thumbprint() {
  const whorls = times(5, (i) =>
    ellipse([930, 452], 58 - i * 11, 82 - i * 15, { ...stroke(BLUE, 3.5), transform: 'rotate(24 930 452)' }),
  )
  return ellipse([930, 452], 66, 92, { ...fill(PAPER), transform: 'rotate(24 930 452)' }) + whorls.join('')
}

/** A tree groundsel: a bare trunk and rosettes held up like hands. */
function groundsel([x = 0, y = 0, scale = 1]: number[]) {
  const arms: Point[] = [
    [-62, -178],
    [4, -236],
    [66, -160],
  ]
  const rosette = ([cx, cy]: Point) =>
    times(11, (i) => {
      const angle = Math.PI + (i / 10) * Math.PI
      const tip: Point = [cx + Math.cos(angle) * 50, cy + Math.sin(angle) * 46]
      return polyline([[cx, cy + 6], tip], stroke(INK, 10))
    }).join('') + circle([cx, cy + 6], 21, fill(INK))
  return group(
    `translate(${x} ${y}) scale(${scale})`,
    ...arms.map(([ax, ay]) => path(`M0 40 Q0 -70 ${ax} ${ay}`, stroke(INK, 26))),
    ...arms.map(rosette),
  )
}

/** Inline: what is left of it, under one lamp. */
export function iceBlock(random: Random) {
  return [
    rect([0, 0], 1200, 750, fill(INK)),
    path('M576 118 H624 L1010 640 A410 70 0 0 1 190 640 Z', fill(PALE, 0.15)),
    halftone(
      { x: 190, y: 570, width: 820, height: 140 },
      12,
      BLUE,
      (x, y) => 0.75 - Math.hypot((x - 600) / 410, (y - 640) / 70) * 0.75,
    ),
    ...trestles(),
    cube(random),
    path('M600 0 V70', stroke(PAPER, 4)),
    path('M540 118 Q548 66 600 64 Q652 66 660 118 Z', fill(RED)),
    ellipse([600, 118], 60, 8, fill(PAPER)),
    stool(),
    ...times(3, (i) =>
      stars(random, 9, { x: 560 - i * 26, y: 126 + i * 26, width: 80 + i * 52, height: 26 }, PALE),
    ),
  ].join('')
}

function cube(random: Random) {
  const bubbles = times(90, () =>
    circle([random(416, 784), random(270, 560)], random(1.5, 6), stroke(PAPER, 1.8, random(0.4, 1))),
  )
  return [
    polygon('410,256 600,322 600,574 410,502', fill('#8FA9F5')),
    polygon('790,256 600,322 600,574 790,502', fill(BLUE)),
    polygon('600,196 790,256 600,322 410,256', fill(PALE)),
    clipped('sides', polygon('410,256 600,322 790,256 790,502 600,574 410,502', {}), ...bubbles),
    polyline('470,300 506,372 492,420 536,486 528,540', stroke(PAPER, 3, 0.9)),
    polyline('506,372 560,396', stroke(PAPER, 2, 0.8)),
    polyline('744,290 702,368 716,402 668,470', stroke(PALE, 2.5, 0.8)),
    polyline('410,256 600,322 790,256', stroke(PAPER, 3)),
    path('M600 322 V574', stroke(PAPER, 3)),
  ].join('')
}

const trestles = () =>
  [470, 730].map((x) =>
    path(
      `M${x - 20} 530 L${x - 52} 672 M${x + 20} 530 L${x + 52} 672 M${x - 40} 616 H${x + 40}`,
      stroke(GREY, 9),
    ),
  )

const stool = () =>
  group(
    'translate(964 560)',
    path('M-34 8 L-52 130 M34 8 L52 130 M-44 78 H44', stroke(GREY, 8)),
    rect([-56, -8], 112, 18, { ...fill(RED), rx: 8 }),
    rect([-22, -24], 48, 14, { ...fill(PAPER), rx: 2 }),
  )
