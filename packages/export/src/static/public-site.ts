/** The public site, as anybody sees it who is not signed in. */
export interface PublicSite {
  /** Origin, without a slash at the end. */
  url: string
  /** @param address a path with its query, such as `/tag/moon?page=2` */
  get(address: string): Promise<Answer>
}

export interface Answer {
  status: number
  /** A media type without parameters: `text/html`. */
  type: string
  /** The target of a redirect. */
  location: string | undefined
  body: Buffer
}
