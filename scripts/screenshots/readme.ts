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
  for (const { name, path, width = 1280, scheme = 'light' } of picturesOf(site)) {
    const picture = await takeScreen(browser, site, { name, path, width, scheme, inView: true })
    const { size } = await picture.webp({ quality: 82 }).toFile(join(folder, `${name}.webp`))
    console.log(`${name}.webp  ${size} bytes`)
    bytes += size
  }
  if (bytes > BUDGET) throw new Error(`The pictures are ${bytes} bytes, more than ${BUDGET}`)
}

interface Picture {
  name: string
  path: string
  /** Default: that of a desktop. */
  width?: number
  scheme?: Scheme
}

const picturesOf = ({ lastId }: FilledSite): Picture[] => [
  { name: 'home', path: '/' },
  { name: 'home-dark', path: '/', scheme: 'dark' },
  { name: 'article', path: `/post/${lastId}` },
  { name: 'phone', path: '/', width: 390 },
  { name: 'dashboard', path: '/admin/dashboard' },
  { name: 'editor', path: `/admin/draft/edit/${lastId}` },
]
