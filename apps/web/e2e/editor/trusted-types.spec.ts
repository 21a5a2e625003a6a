import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { code } from './expected/blocks.ts'
import { paste, pasteRaw } from './expected/row.ts'
import { choose, images } from './images.ts'
import { expect, test } from './test.ts'

// Trusted Types in the admin: the browser converts no string to HTML or code.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const SCREENS = [
  '/admin/dashboard',
  '/admin/articles',
  '/admin/versions?q=ferry',
  '/admin/draft/1?versions',
  '/admin/new-draft',
  '/admin/users',
  '/admin/users/new',
  '/admin/analytics',
  '/admin/analytics/articles/1',
  '/admin/settings',
  '/admin/audit',
  '/admin/profile',
  '/admin/nowhere',
  '/forgot-password',
  '/accept-invite#none',
  '/reset-password#none',
]

test('no screen of the admin violates its policy, nor does pasting, a picture, code or the palette', {
  tag: '@slow',
}, async ({ page, write }) => {
  const violations = await followViolations(page)
  const { text } = await write([paragraph('The ferry leaves.'), code('const lamp = "on"'), paragraph('')])
  await expect(text.locator('code span').first()).toBeVisible()
  await paste({ 'text/html': '<h2>Dusk</h2><p>It <b>leaves</b>.</p>' })(page)
  await expect(text.getByRole('heading', { name: 'Dusk' })).toBeVisible()
  await pasteRaw({ 'text/html': '<p>Raw<script>alert(1)</script></p>', 'text/plain': 'Raw' })(page)
  await expect(text).toContainText('Raw')
  await choose(page, await drawing('lamp.png'))
  await expect(images(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or jump to…' })).toBeVisible()

  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  expect(violations).toEqual([])
})

test('the browser refuses a string as HTML, as a script or as another policy', async ({ browser }) => {
  const page = await browser.newPage()
  const violations = await followViolations(page)
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const refused = await page.evaluate(() => {
    const sinks: Record<string, () => unknown> = {
      html: () => (document.createElement('div').innerHTML = '<b>a</b>'),
      document: () => new DOMParser().parseFromString('<b>a</b>', 'text/html'),
      address: () => (document.createElement('script').src = '/assets/a.js'),
      script: () => (document.createElement('script').text = 'alert(1)'),
      policy: () => window.trustedTypes?.createPolicy('other', { createHTML: (html) => html }),
    }
    return Object.entries(sinks).flatMap(([name, use]) => {
      try {
        use()
        return []
      } catch {
        return [name]
      }
    })
  })

  expect(refused).toEqual(['html', 'document', 'address', 'script', 'policy'])
  await expect.poll(() => violations.length).toBe(refused.length)
  await page.close()
})

/** Collects the policy violations that the browser reports to pages in this tab. */
async function followViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      void Reflect.get(window, 'tellViolation')(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return violations
}
