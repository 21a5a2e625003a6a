import { expect, test } from 'vitest'
import { headlineParts } from '../rules/site.ts'
import { DEFAULT_SITE, siteFields } from './site.ts'

const problemOf = (change: object) => siteFields.partial().safeParse(change).error?.issues[0]?.message

test('the defaults are allowed', () => {
  expect(siteFields.parse(DEFAULT_SITE)).toEqual(DEFAULT_SITE)
})

const links = (address: string) => ({ menu: [{ label: 'About', address }] })

test.each<[object, string]>([
  [{ name: ' ' }, 'Name is required'],
  [
    { name: 'Desk\u202e' },
    'Name contains invisible marks of direction. Please type it instead of pasting it.',
  ],
  [{ name: 'n'.repeat(101) }, 'Name must be at most 100 characters long'],
  [{ tagline: 'a\0' }, 'Tagline contains characters that cannot be stored'],
  [{ headline: 'From *very far away' }, 'A star begins emphasis, and another one ends it: *very*'],
  [{ headline: ' ** ' }, 'Headline is required'],
  [{ language: 'klingon!' }, 'Enter the code of a language, such as en, de-CH or sw'],
  [{ language: 'english' }, 'Enter the code of a language, such as en, de-CH or sw'],
  [{ language: 'xx-US' }, 'Enter the code of a language, such as en, de-CH or sw'],
  [{ language: 'en_GB' }, 'Enter the code of a language, such as en, de-CH or sw'],
  [{ timezone: 'Mars/Olympus' }, 'Choose a time zone such as Africa/Nairobi'],
  [{ timezone: '+05:00' }, 'Choose a time zone such as Africa/Nairobi'],
  [{ accent_light: 'yellow' }, 'Choose a colour such as #ffd21a'],
  [{ accent_dark: '#fff;}body{display:none' }, 'Choose a colour such as #ffd21a'],
  [{ home_stories: 0 }, 'Show at least one story'],
  [{ home_stories: 49 }, 'Show at most 48 stories'],
  [{ menu: Array(9).fill({ label: 'Home', address: '/' }) }, 'The menu has at most 8 entries'],
  [{ menu: [{ label: '', address: '/' }] }, 'Label is required'],
  ...[
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'https:evil.example',
    '/\t/evil.example',
    '/about\u202e',
    '//evil.example',
    'data:text/html,x',
    'about',
    'mailto:a@b.example',
    '/a\\b',
    'https://u:p@evil.example',
  ].map(
    (address) =>
      [
        links(address),
        'Enter a path of this site, such as /about, or an address such as https://example.org',
      ] as [object, string],
  ),
])('%o is refused: %s', (change, problem) => {
  expect(problemOf(change)).toBe(problem)
})

test('what can be written in several ways is stored in one', () => {
  expect(siteFields.partial().parse({ language: 'EN-gb', accent_light: '#FFD21A', name: ' Lamp ' })).toEqual({
    language: 'en-GB',
    accent_light: '#ffd21a',
    name: 'Lamp',
  })
})

test('stars of a headline emphasize', () => {
  expect(headlineParts('Small fictions from *very far* away.')).toEqual([
    { text: 'Small fictions from ', isEmphasized: false },
    { text: 'very far', isEmphasized: true },
    { text: ' away.', isEmphasized: false },
  ])
})
