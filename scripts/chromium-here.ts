import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one without a window first: it has no toolbars to draw, and the tests take half as long. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The Chromium of CHROMIUM_PATH, or one on PATH; undefined where Playwright’s own has to do. */
export const chromiumHere = (): string | undefined =>
  process.env.CHROMIUM_PATH ||
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync)
