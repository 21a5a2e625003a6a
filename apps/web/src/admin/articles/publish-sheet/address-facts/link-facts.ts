import type { LinkInText } from '@nightdesk/contracts'
import type { LinkFact } from '@nightdesk/editor'

type Checked = Pick<LinkInText, 'url' | 'host' | 'state' | 'status' | 'location'>

/** What is wrong with links to other sites, by address, and the sites that could not be asked. */
export function linkFacts(links: readonly Checked[]) {
  const outside = links.filter(({ host }) => host !== null)
  return {
    facts: new Map(outside.flatMap((link) => factsOf(link).map((fact) => [link.url, fact] as const))),
    unknown: [...new Set(outside.filter(isUnknown).flatMap(({ host }) => host ?? []))],
  }
}

/**
 * A site that says that nothing is there (404 or 410) is believed at once, like this site. Any other failure may pass, so it
 * counts only when checks on two days have failed. A refusal says nothing about a link: many sites refuse programs.
 */
function factsOf({ state, status, location }: Checked): LinkFact[] {
  if (isMissing({ state, status })) return [{ type: 'missing' }]
  if (state === 'dead') return [{ type: 'unreachable' }]
  return state === 'moved' && location !== null ? [{ type: 'moved', location }] : []
}

const isMissing = ({ state, status }: Pick<Checked, 'state' | 'status'>) =>
  (state === 'failed' || state === 'dead') && (status === 404 || status === 410)

const isUnknown = (link: Checked) =>
  link.state === 'refused' || link.state === 'unchecked' || (link.state === 'failed' && !isMissing(link))
