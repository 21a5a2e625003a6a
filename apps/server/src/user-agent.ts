import Bowser from 'bowser'

const FAMILIES = new Set(Object.values(Bowser.BROWSER_MAP))

/** The family of a browser, such as `Firefox`; never its version or device, nor any other word of the header. */
export function userAgentFamily(header: string): string {
  if (header === '') return 'Unknown'
  const { name = '' } = Bowser.parse(header.slice(0, 1024)).browser
  return FAMILIES.has(name) ? name : 'Other'
}
