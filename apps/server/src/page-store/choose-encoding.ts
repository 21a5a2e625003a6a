import type { Encoding } from './stored-page.ts'

const refused = { br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/, gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/ }

/** The best stored encoding that an `Accept-Encoding` header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (accepted.includes('br') && !refused.br.test(accepted)) return 'br'
  return accepted.includes('gzip') && !refused.gzip.test(accepted) ? 'gzip' : 'identity'
}
