import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = (images: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src ${images}`,
    "media-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')

/** Content may show images from elsewhere, so `https:`; the editor previews uploads as `blob:` and `data:`. */
const PUBLIC_POLICY = contentSecurityPolicy("'self' https:")
const ADMIN_POLICY = contentSecurityPolicy("'self' https: data: blob:")

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-xss-protection': '0',
}

type SecurityHeaders = Record<'public' | 'admin', Record<string, string>>

/** The headers of every answer; those of the admin and of calls are never stored. */
function securityHeaders(siteUrl: string): SecurityHeaders {
  const transport: Record<string, string> = siteUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {}
  return {
    public: { ...COMMON, ...transport, 'content-security-policy': PUBLIC_POLICY },
    admin: {
      ...COMMON,
      ...transport,
      'content-security-policy': ADMIN_POLICY,
      'cache-control': 'no-store',
      vary: 'Accept, Authorization',
    },
  }
}

/**
 * Sets them on every answer of the app; a route may set its own over them. The development client of the web app
 * needs inline scripts, so the policy holds for built pages only.
 */
export function useSecurityHeaders(app: FastifyInstance, siteUrl: string, hasPolicy: boolean) {
  const headers = securityHeaders(siteUrl)
  if (!hasPolicy) for (const set of Object.values(headers)) delete set['content-security-policy']
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isPrivate(request.url) ? headers.admin : headers.public)
  })
}

const isPrivate = (url: string) => /^\/(admin|trpc)(?![^/?])/.test(url)
