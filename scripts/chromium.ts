import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The one without a window first: it has no toolbars to draw, and the tests take half as long. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * A Chromium to test with: the one of CHROMIUM_PATH, one on PATH, Playwright’s own, or one installed now.
 * @throws when there is none to be had
 */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM_PATH || onPath() || playwrights()
  if (found) return found
  console.log('There is no Chromium yet: installing one')
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  if (playwrights()) return chromium.executablePath()
  if (process.getuid?.() === 0) installFromDebian()
  const installed = onPath()
  if (!installed) throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is')
  return installed
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync)

const playwrights = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

function installFromDebian() {
  const options = {
    stdio: 'inherit',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    options,
  )
}
