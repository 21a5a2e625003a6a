import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { takeScreen } from './camera.ts'
import type { FilledSite } from './content.ts'
import type { Scheme } from './screens.ts'

/** Bytes of all pictures together, so that the README loads fast. */
const BUDGET = 1_500_000

/** Takes the pictures of the README. @throws when they exceed the budget */
export async function writeReadmePictures(browser: Browser, site: FilledSite, folder: string): Promise<void> {
  let bytes = 0
  for (const { name, path, width, scheme } of picturesOf(site)) {
    const picture = await takeScreen(browser, site, { name, path, width, scheme, inView: true })
    const { size } = await picture.webp({ quality: 82 }).toFile(join(folder, `${name}.webp`))
    console.log(`${name}.webp  ${size} bytes`)
    bytes += size
  }
  if (bytes > BUDGET) throw new Error(`The pictures are ${bytes} bytes, more than ${BUDGET}`)
}

function picturesOf({ lastId }: FilledSite) {
  const desktop = (name: string, path: string, scheme: Scheme = 'light') => ({
    name,
    path,
    width: 1280,
    scheme,
  })
  return [
    desktop('home', '/'),
    desktop('home-dark', '/', 'dark'),
    desktop('article', `/post/${lastId}`),
    { name: 'phone', path: '/', width: 390, scheme: 'light' as const },
    desktop('dashboard', '/admin/dashboard'),
    desktop('editor', `/admin/draft/edit/${lastId}`),
  ]
}
