import { describe, expect, test } from 'vitest'
import { loginPath, nextPage } from './next-page.ts'

const after = (next: string) => nextPage(new URLSearchParams({ next }))

describe('the page after sign-in', () => {
  test('is the dashboard by default', () => {
    expect(nextPage(new URLSearchParams())).toBe('/admin/dashboard')
  })

  test('is the page where the session ended, with its query and hash', () => {
    const login = loginPath({ pathname: '/admin/draft/edit/7', search: '?versions=1', hash: '#top' })
    const search = new URL(login, 'http://localhost').searchParams
    expect(nextPage(search)).toBe('/admin/draft/edit/7?versions=1#top')
  })

  test.each([
    'https://evil.example/admin/x',
    '//evil.example',
    '/\\evil.example',
    '/admin/../post/1',
    '/post/1',
    'javascript:alert(1)',
  ])('is never outside the admin: %s', (next) => {
    expect(after(next)).toBe('/admin/dashboard')
  })

  test('is never the sign-in page itself', () => {
    expect(after('/admin/login?next=/admin/users')).toBe('/admin/dashboard')
  })
})
