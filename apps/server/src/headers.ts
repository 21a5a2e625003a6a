import { previewPath, proofPaths } from '@nightdesk/contracts'
import { POLICY_REPORTS } from './policy-reports.ts'

interface PolicySources {
  images: string
  frames?: string
  framedBy?: string
}

const contentSecurityPolicy = ({ images, frames = "'none'", framedBy = "'none'" }: PolicySources) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src ${images}`,
    "media-src 'none'",
    "object-src 'none'",
    `frame-src ${frames}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
    "manifest-src 'self'",
    `report-uri ${POLICY_REPORTS}`,
    'report-to policy',
  ].join('; ')

/** Content may show images from elsewhere, so `https:`; the editor previews uploads as `blob:` and `data:`. */
const PUBLIC_IMAGES = "'self' https:"
const PUBLIC_POLICY = contentSecurityPolicy({ images: PUBLIC_IMAGES })
/** The admin frames proofs, and nothing else may be framed. In a sandbox none of its scripts run. */
const PROOF_POLICY = `${contentSecurityPolicy({ images: PUBLIC_IMAGES, framedBy: "'self'" })}; sandbox allow-same-origin`
const ADMIN_POLICY = [
  contentSecurityPolicy({ images: "'self' https: data: blob:", frames: "'self'" }),
  // No string becomes HTML or code, except where the editor parses HTML that it never shows, and in a frame whose sandbox runs
  // no scripts.
  "require-trusted-types-for 'script'",
  'trusted-types inert-document page-preview',
].join('; ')

/** Answers of calls are data: a browser never runs or shows them. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-xss-protection': '0',
}

/** A preview looks like a public page, but must not be stored, indexed, or named in a referrer. */
const PREVIEW = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

type Headers = Record<string, string>

/**
 * The headers of every answer, by its address. Answers of the admin and of calls are never stored, unless they have
 * headers of their own. The development client of the web app needs inline scripts, so only built pages get the policy.
 */
export function securityHeaders(siteUrl: string, hasPolicy: boolean): (url: string) => Headers {
  const transport: Headers = siteUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {}
  const common = (policy: string): Headers => ({
    ...COMMON,
    ...transport,
    ...(hasPolicy && { 'content-security-policy': policy }),
    ...(hasPolicy && policy !== DATA_POLICY && { 'reporting-endpoints': `policy="${POLICY_REPORTS}"` }),
  })
  const open = common(PUBLIC_POLICY)
  const data = { ...common(DATA_POLICY), 'cache-control': 'no-store' }
  const closed = { ...common(ADMIN_POLICY), 'cache-control': 'no-store', vary: 'Accept, Authorization' }
  // Their addresses may hold one-time tokens, which a referrer must not carry.
  const secret = { ...closed, 'referrer-policy': 'no-referrer' }
  const preview = { ...open, ...PREVIEW }
  const proof = { ...common(PROOF_POLICY), ...PREVIEW, 'x-frame-options': 'SAMEORIGIN' }
  return (url) => {
    if (isAccountPage(url) || isSetupPage(url)) return secret
    if (isPrivate(url)) return closed
    if (isData(url)) return data
    if (PROOF.test(url)) return proof
    return isPreview(url) ? preview : open
  }
}

export const isPrivate = (url: string) => /^\/(admin|trpc)(?![^/?])/.test(url)

/** Nothing below `/api` is a page. */
export const isData = (url: string) => /^\/api(?![^/?])/.test(url)

/**
 * Whether an address is a form outside of `/admin`: to accept an invitation or reset a password. These are screens of the
 * admin application; no call shares their paths. Their token is in the fragment, which the server never sees; links that
 * were mailed earlier have it in the path.
 */
export const isAccountPage = (url: string) =>
  /^\/(forgot-password|(accept-invite|reset-password)(\/[^/?#]+)?)\/?(\?|$)/.test(url)

export const isSetupPage = (url: string) => /^\/admin\/setup\/?(\?|$)/.test(url)

/** 32 random bytes. */
export const PREVIEW_TOKEN = '([A-Za-z0-9_-]{43})'

const isPreview = (url: string) => /^\/preview(?![^/?])/.test(url)

/** The form of the address of a proof, valid or not. */
const PROOF = new RegExp(`^${proofPaths(previewPath(PREVIEW_TOKEN)).page}$`)
