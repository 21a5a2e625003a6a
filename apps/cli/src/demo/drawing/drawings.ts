import { lampRoom, lighthouse } from './ceres.ts'
import { knot, village } from './fog.ts'
import { iceBlock, mountain } from './glacier.ts'
import { matatu, track } from './moon.ts'
import { antennas, dent } from './rain.ts'
import { type Random, randomFrom } from './random.ts'
import { ditch, gate } from './tide.ts'

interface Drawing {
  width: number
  height: number
  draw: (random: Random) => string
}

const poster = (draw: Drawing['draw']): Drawing => ({ width: 1600, height: 900, draw })
const inline = (draw: Drawing['draw']): Drawing => ({ width: 1200, height: 750, draw })

/** Every picture of the sample stories, in pixels. */
const drawings = {
  'ceres-lighthouse': poster(lighthouse),
  'ceres-lamp-room': inline(lampRoom),
  'rain-antennas': poster(antennas),
  'rain-dent': inline(dent),
  'moon-matatu': poster(matatu),
  'moon-track': inline(track),
  'glacier-mountain': poster(mountain),
  'glacier-block': inline(iceBlock),
  'tide-gate': poster(gate),
  'tide-ditch': inline(ditch),
  'fog-village': poster(village),
  'fog-ropes': inline(knot),
} satisfies Record<string, Drawing>

export type DrawingName = keyof typeof drawings

// Object.keys cannot know that the table has no other keys.
export const drawingNames = Object.keys(drawings) as DrawingName[]

/** The drawing as an SVG document. Its name is its seed. */
export function svgOf(name: DrawingName) {
  const { width, height, draw } = drawings[name]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}">${draw(randomFrom(name))}</svg>`
  )
}
