import { describe, expect, test } from 'vitest'
import { renderAdminShell, renderErrorPage } from '../../entry-server.tsx'
import { anArticle, apiOf, failingApi, render, site, textOf } from '../testing.ts'

const errorPage = renderErrorPage({ status: 500, message: 'Something went wrong.', request_id: '01J8', site })

test('any other path is the not-found page', async () => {
  const { status, html, text } = await render('/no/such/page?x=1')
  expect(status).toBe(404)
  expect(text).toContain("Oops! The page you're looking for doesn't exist.")
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go back to Home<\/a>/)
})

test('the privacy policy has its five sections and tells the truth about storage', async () => {
  const { status, html, text } = await render('/privacy')
  expect(status).toBe(200)
  expect(headingsOf(html)).toEqual([
    'Overview',
    'Data Collection',
    'How Data is Used',
    'Data Storage',
    'Third Parties',
  ])
  expect(text).toContain('random identifier')
  expect(text).toContain('keyed hash')
})

test('the terms have seven numbered sections', async () => {
  const { status, html, text } = await render('/terms')
  expect(status).toBe(200)
  expect(headingsOf(html)).toEqual([
    '1. Acceptance',
    '2. Use of Content',
    '3. Content Ownership and Copyright',
    '4. Analytics and Tracking',
    '5. Disclaimer',
    '6. Limitations of Liability',
    '7. Governing Law',
  ])
  expect(text).toContain('Kenya')
})

test('header and footer have their links, and hide what only a script can decide', async () => {
  const { html } = await render('/')
  expect(html).toMatch(/<a href="\/admin\/dashboard" data-admin-link="true" hidden="">Admin Dashboard<\/a>/)
  expect(html).toMatch(/<a href="\/">Home<\/a>/)
  expect(html).toContain('<a href="/privacy">Privacy Policy</a>')
  expect(html).toContain('<a href="/terms">Terms and Conditions</a>')
  expect(html).toMatch(/<section [^>]*data-analytics-notice="true" hidden="">/)
  expect(html).toMatch(/>Got it<\/button>/)
})

test('an error page shows its reference', () => {
  expect(textOf(errorPage)).toContain('Something went wrong.')
  expect(textOf(errorPage)).toContain('Reference: 01J8')
})

test('the admin shell contains only the root element of the app', () => {
  const shell = renderAdminShell({ site })
  expect(shell).toMatch(/^<!doctype html><html lang="en" data-app="admin">/)
  expect(shell).toContain('<div id="root"></div>')
  expect(shell).toMatch(/<script type="module" src="[^"]*admin\/main\.tsx"/)
})

describe('a page needs no inline script or style', () => {
  const align = anArticle({
    content: [{ type: 'paragraph', align: 'right', children: [{ text: 'x', bold: true }] }],
  })
  const urls = ['/', '/post/7', '/post/8', '/privacy', '/terms', '/nowhere']

  test.each(urls)('%s', async (url) => {
    expectNothingInline((await render(url, apiOf([align]))).html)
  })

  test('failures', async () => {
    expectNothingInline((await render('/', failingApi(new Error('x')))).html)
    expectNothingInline((await render('/post/7', failingApi(new Error('x')))).html)
    expectNothingInline(errorPage)
  })

  test('the admin shell', () => {
    expectNothingInline(renderAdminShell({ site }))
  })
})

function expectNothingInline(html: string) {
  // JSON-LD is data, although its element is a script.
  expect(html).not.toMatch(/<script(?![^>]* src=")(?! type="application\/ld\+json">)/)
  expect(html).not.toMatch(/<style|<[^>]* style=|<[^>]* on[a-z]+=/)
}

function headingsOf(html: string): string[] {
  return [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading ?? '')
}
