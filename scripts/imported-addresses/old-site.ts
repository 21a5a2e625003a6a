/** An export of another product, and where the addresses of its site must lead. */
export interface OldSite {
  name: string
  file: string
  bytes: string | Uint8Array
  /** Each with the heading of its page here, the path of its feed with N for numbers, or “picture”. */
  addresses: readonly (readonly [address: string, place: string])[]
}
