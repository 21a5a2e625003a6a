import crawlers from 'crawler-user-agents'
import browsers from 'top-user-agents'
import desktopBrowsers from 'top-user-agents/desktop'
import mobileBrowsers from 'top-user-agents/mobile'
import { expect, test } from 'vitest'
import { userAgentOf } from './requests.ts'

// A unique header was once stored as the name of a browser; it must not identify a reader.
test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome',
  ],
  ['', 'Unknown'],
  ['someone', 'Other'],
  ['ada@example.org/1.0 (a phone that one person has)', 'Other'],
  ['x/1 '.repeat(2000), 'Other'],
])('%.60s is %s', (header, family) => {
  expect(userAgentOf(header).family).toBe(family)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Desktop'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    'Tablet',
  ],
  ['', 'Unknown'],
  ['someone', 'Unknown'],
])('%.60s is read on: %s', (header, device) => {
  expect(userAgentOf(header).device).toBe(device)
})

/** Views in apps: links that people open in Facebook or Instagram. The list of crawlers takes them for programs. */
const PEOPLE_IN_APPS = [/ MetaIAB Facebook$/, / Instagram [\d.]+ Android \(.*; OPPO; /]

test('every program of the list of crawlers is a bot', () => {
  const headers = crawlers.flatMap(({ instances }) => instances)
  expect(headers.length).toBeGreaterThan(2_000)
  const people = headers.filter((header) => !userAgentOf(header).isBot)
  expect(people.filter((header) => !PEOPLE_IN_APPS.some((app) => app.test(header)))).toEqual([])
})

test('no common browser is a bot', () => {
  const headers = [...browsers, ...desktopBrowsers, ...mobileBrowsers]
  expect(headers.length).toBeGreaterThan(100)
  expect(headers.filter((header) => userAgentOf(header).isBot)).toEqual([])
})

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 Safari/604.1 MetaIAB Facebook',
  'Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.142 Mobile Safari/537.36 Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2400; OPPO; CPH2557; OP573DL1; mt6833; en_MY; 822918295; IABMV/1) NV/1',
  'Mozilla/5.0 (Linux; Android 11; RMX1931 Build/RKQ1.200928.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/93.0.4577.82 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/331.0.0.15.119;]',
])('a link opened in an app counts as a reader: %.40s', (header) => {
  expect(userAgentOf(header).isBot).toBe(false)
})
