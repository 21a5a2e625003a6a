/**
 * The address of a picture in the Wayback Machine, in the copy that is nearest to an instant; `im_` asks for the file as it was.
 * @returns undefined for an address that nobody but its own network knows
 */
export function waybackAddress(url: string, instant: string): string | undefined {
  const { hostname, port, username, password } = new URL(url)
  if (!hostname.includes('.') || port + username + password !== '') return undefined
  return `https://web.archive.org/web/${instant.slice(0, 10).replaceAll('-', '')}im_/${url}`
}
