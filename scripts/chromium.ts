import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { chromiumHere } from './chromium-here.ts'

/**
 * The path of a Chromium for tests: from CHROMIUM_PATH, from PATH, Playwright’s own, or one installed now.
 * @throws when none can be installed
 */
export async function findChromium(): Promise<string> {
  const found = chromiumHere() ?? playwrights()
  if (found) return found
  console.log('There is no Chromium yet: installing one')
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  if (playwrights()) return chromium.executablePath()
  if (process.getuid?.() === 0) installFromDebian()
  const installed = chromiumHere()
  if (!installed) throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is')
  return installed
}

/** Starts it without a window. Its sandbox does not run as root. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

const playwrights = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

/** With the metrics that our pages expect of system fonts, so that text does not move when their own have loaded. */
const FONTS = 'fonts-liberation'

function installFromDebian() {
  const options = {
    stdio: 'inherit',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', FONTS],
    options,
  )
}
