/** The address of a server. An IPv6 host goes in brackets. */
export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
