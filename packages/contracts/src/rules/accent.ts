/** `#rrggbb`, in lower case. */
export const HEX_COLOUR = /^#[\da-f]{6}$/

/** The yellow of a site without an accent of its own. */
export const DEFAULT_ACCENT = '#ffd21a'

/** The background and the text of pages. */
const SCHEMES = {
  light: { background: '#fafaf7', ink: '#15171a', focus: '#1b4fd0' },
  dark: { background: '#101216', ink: '#e6e6e1', focus: '#8db4ff' },
}

export type Scheme = keyof typeof SCHEMES

/** Of letters (WCAG 2.2, 1.4.3), and of lines and controls (1.4.11). */
const LETTERS = 4.5
const LINES = 3
/** Of long passages. */
const PASSAGES = 7

/** Every colour that follows from an accent. Whatever the accent is, texts can be read. */
export function accentColours(accent: string, scheme: Scheme) {
  const { background, ink, focus } = SCHEMES[scheme]
  /** Text on the accent. */
  const on_accent = textOn(accent)
  const away = on_accent === '#ffffff' ? '#000000' : '#ffffff'
  /** Lines and letters in the accent on the background of pages. */
  const visible = mixUntil(accent, ink, (colour) => contrast(colour, background) >= LETTERS)
  return {
    accent,
    /** Of the accent under a pointer. */
    hover: mix(accent, away, 0.15),
    on_accent,
    /** Text on a button in the colour of that text. */
    on_button: textOn(on_accent),
    /** The ring of the focus on the accent. */
    focus: contrast(focus, accent) >= LINES ? focus : on_accent,
    visible,
    on_visible: textOn(visible),
    /** The background of a marked text. */
    mark: mixUntil(accent, background, (colour) => contrast(ink, colour) >= PASSAGES),
  }
}

/** A style sheet that replaces the yellow of the site, in both schemes. */
export function accentStyles(light: string, dark: string): string {
  const day = accentColours(light, 'light')
  const night = accentColours(dark, 'dark')
  const both = (name: keyof typeof day) => `light-dark(${day[name]}, ${night[name]})`
  const { ink, background } = SCHEMES.dark
  const colours = {
    jacket: both('accent'),
    'jacket-hover': both('hover'),
    'on-jacket': both('on_accent'),
    'link-line': both('visible'),
    mark: both('mark'),
    selection: both('mark'),
    progress: `light-dark(${SCHEMES.light.ink}, ${night.visible})`,
    // Inverted in the dark scheme, where a band of colour would glare.
    band: `light-dark(${day.accent}, #15171a)`,
    'band-ink': `light-dark(${day.on_accent}, ${mixUntil(night.visible, ink, (colour) => contrast(colour, '#15171a') >= LETTERS)})`,
    'band-text': `light-dark(${day.on_accent}, ${ink})`,
    'band-button': `light-dark(${day.on_accent}, ${night.visible})`,
    'on-band-button': `light-dark(${day.on_button}, ${night.on_visible})`,
    'band-focus': `light-dark(${day.focus}, ${SCHEMES.dark.focus})`,
  }
  const lines = Object.entries(colours).map(([name, value]) => `  --${name}: ${value};`)
  return `/* On ${background} and ${SCHEMES.light.background}. */\n:root {\n${lines.join('\n')}\n}\n`
}

/** What an accent means for the texts on it and beside it, in a sentence or two. */
export function describeAccent(accent: string, scheme: Scheme): string {
  const { on_accent, visible } = accentColours(accent, scheme)
  const name = nameOf(accent)
  const [readable, other] = on_accent === '#ffffff' ? ['white', 'Black'] : ['black', 'White']
  const buttons =
    contrast(accent, on_accent === '#ffffff' ? '#000000' : '#ffffff') >= LETTERS
      ? `Text on this ${name} will be ${readable}.`
      : `${other} on this ${name} cannot be read: text on it will be ${readable}.`
  if (visible === accent) return buttons
  return `${buttons} Lines below links will be ${scheme === 'light' ? 'darker' : 'lighter'} than it, to be seen on the page.`
}

/** A colour of text that can be read on another colour. One of black and white always can. */
const textOn = (colour: string): string =>
  ['#15171a', '#ffffff'].find((text) => contrast(text, colour) >= LETTERS) ?? '#000000'

/** The ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** A colour with some of another one: from 0, which is none of it, to 1. */
function mix(colour: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(colour).map((value, index) => {
    const result = Math.round(value + ((others[index] ?? 0) - value) * share)
    return result.toString(16).padStart(2, '0')
  })
  return `#${mixed.join('')}`
}

/** A colour with as little of another one as suffices. The other one itself does. */
function mixUntil(colour: string, other: string, isEnough: (mixed: string) => boolean): string {
  const STEPS = 20
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, other, step / STEPS)
    if (isEnough(mixed)) return mixed
  }
  return other
}

const HUES = [
  'red',
  'orange',
  'yellow',
  'green',
  'green',
  'green',
  'blue-green',
  'blue',
  'blue',
  'violet',
  'purple',
  'pink',
]

/** A plain word for a colour. */
function nameOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most < 40) return 'black'
  if (range < 24) return most > 235 ? 'white' : 'grey'
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return HUES[Math.round(sector * 2) % HUES.length] ?? 'colour'
}
