import Bowser from 'bowser'

/** The family of a browser, such as `Firefox`; never its version or device. */
export function userAgentFamily(header: string): string {
  if (header === '') return 'Unknown'
  return Bowser.parse(header.slice(0, 1024)).browser.name ?? 'Other'
}
