import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell first: it draws no toolbars, so tests take half as long. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The Chromium of CHROMIUM_PATH, or one on PATH; undefined if Playwright’s own has to be used. */
export const chromiumHere = (): string | undefined =>
  process.env.CHROMIUM_PATH ||
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync)
