import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchChromium } from './chromium.ts'
import { takeScreen } from './screenshots/camera.ts'
import { fillSite } from './screenshots/content.ts'
import { writeReadmePictures } from './screenshots/readme.ts'
import { SCHEMES, screensOf, WIDTHS } from './screenshots/screens.ts'
import { startStack } from './stack.ts'

// `npm run screenshots`: every screen of a site with sample stories, on a phone and a desktop, in the light and the
// dark theme. With `--readme`, the pictures of the README instead.

const PICTURES = join(import.meta.dirname, '../docs/pictures')
const ADMIN = { username: 'wanjiru@nightdesk.example', password: 'only for pictures' }

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'test-results/screenshots' },
    /** Takes only screens whose name contains this. */
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
})

await using stack = await startStack({ admin: ADMIN })
const site = await fillSite(stack.url, ADMIN)
await using browser = await launchChromium()

if (values.readme) {
  await mkdir(PICTURES, { recursive: true })
  await writeReadmePictures(browser, site, PICTURES)
} else {
  await mkdir(values.out, { recursive: true })
  for (const screen of screensOf(site).filter(({ name }) => name.includes(values.only))) {
    for (const width of WIDTHS) {
      for (const scheme of SCHEMES) {
        const picture = await takeScreen(browser, site, { ...screen, width, scheme })
        await picture.toFile(join(values.out, `${screen.name}-${width}-${scheme}.png`))
      }
    }
  }
  console.log(`Every screen is in ${values.out}`)
}
