import { LANGUAGE } from '@nightdesk/contracts'
import type { SiteSettings } from '@nightdesk/web/server-api'

const icon = (size: number, purpose: string) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** How the site looks as an app on a home screen (https://www.w3.org/TR/appmanifest/). */
export const manifest = ({ name, tagline }: SiteSettings): string =>
  JSON.stringify({
    name,
    short_name: name,
    description: tagline,
    lang: LANGUAGE,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fafaf7',
    theme_color: '#fafaf7',
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
