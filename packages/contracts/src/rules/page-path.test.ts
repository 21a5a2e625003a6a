import { describe, expect, test } from 'vitest'
import { pagePath, pagePathProblem, publicPath, requestedPage, suggestedPath } from './page-path.ts'

describe('the address of a page', () => {
  test.each([
    ['/about', '/about'],
    [' About/ ', '/about'],
    ['/about/Team', '/about/team'],
    ['/Über-uns', '/über-uns'],
    ['/u\u0308ber', '/über'],
    ['/朝/夜', '/朝/夜'],
    ['/אודות', '/אודות'],
    ['/about.php', '/about.php'],
    ['/2020.html', '/2020.html'],
    ['/Privacy', '/privacy'],
    ['/terms', '/terms'],
    ['/searching', '/searching'],
    ['/admins', '/admins'],
  ])('%s is stored as %s', (typed, stored) => {
    expect([pagePathProblem(typed), pagePath(typed)]).toEqual([undefined, stored])
    expect(pagePath(stored)).toBe(stored)
  })

  test.each([
    ['', 'Address is required'],
    ['/', 'This is the address of the home page'],
    [`/${'a'.repeat(200)}`, 'Address must be at most 200 characters long'],
    ['/a%2fb', 'Address cannot have a percent sign. Type letters such as “é” as they are.'],
    ['/docs/index.html', 'Leave out the last part: /docs instead of /docs/index.html'],
    ['/a\\b', 'Address cannot have a backslash. Its parts are separated by “/”.'],
    ['/a\u0007', 'Address contains invisible characters. Please type it instead of pasting it.'],
    ['/a\u202eb', 'Address contains invisible characters. Please type it instead of pasting it.'],
    ['/a\u200fb', 'Address contains invisible characters. Please type it instead of pasting it.'],
    ['/a\u200bb', 'Address contains invisible characters. Please type it instead of pasting it.'],
    ['/a\ud800', 'Address contains invisible characters. Please type it instead of pasting it.'],
    ['//evil.example', 'Address has nothing between two slashes'],
    ['/a//b', 'Address has nothing between two slashes'],
    ['/a/../b', 'No part of an address consists of dots'],
    ['/./a', 'No part of an address consists of dots'],
    ['/a b', 'Address can have letters, digits, hyphens, dots and slashes only'],
    ['/a?b', 'Address can have letters, digits, hyphens, dots and slashes only'],
    ['/a#b', 'Address can have letters, digits, hyphens, dots and slashes only'],
    ['https://night.example/about', 'Address has nothing between two slashes'],
    ['/admin', 'This address belongs to the site itself'],
    ['/ADMIN/x', 'This address belongs to the site itself'],
    ['/post/about', 'This address belongs to the site itself'],
    ['/rss.xml', 'This address belongs to the site itself'],
  ])('%j is refused: %s', (typed, problem) => expect(pagePathProblem(typed)).toBe(problem))

  test.each([
    ['About Us', '/about-us'],
    ['The Writer’s Guide', '/the-writers-guide'],
    ['Über uns!', '/über-uns'],
    ['Search', '/search-page'],
    ['…', ''],
  ])('the title %s suggests %j', (title, path) => {
    expect(suggestedPath(title)).toBe(path)
  })

  test('is escaped in links, and found by every form of its escapes', () => {
    expect(publicPath({ id: 7, path: '/über/朝' })).toBe('/%C3%BCber/%E6%9C%9D')
    expect(publicPath({ id: 7, path: null })).toBe('/post/7')
    expect(['/%c3%9cber/', '/%C3%BCber', '/über', '/%61bout', '/%'].map(requestedPage)).toEqual([
      '/über',
      '/über',
      '/über',
      '/about',
      undefined,
    ])
  })
})
