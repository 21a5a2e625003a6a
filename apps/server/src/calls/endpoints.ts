import { type Contract, contract, type Endpoint, recordView } from '@nightdesk/contracts'

/** Names of endpoints, such as `articles.publish`. */
export type EndpointPath = {
  [F in keyof typeof contract & string]: `${F}.${keyof (typeof contract)[F] & string}`
}[keyof typeof contract & string]

interface NamedEndpoint {
  /** Its tRPC path, such as `articles.publish`. */
  path: string
  feature: string
  endpoint: Endpoint
}

export const endpointsOf = (contract: Contract): NamedEndpoint[] =>
  Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ path: `${feature}.${name}`, feature, endpoint })),
  )

/** Routes beside the contract that have a schema. Typed clients do not call them. */
export const REST_ONLY: NamedEndpoint[] = [
  { path: 'published.view', feature: 'published', endpoint: recordView },
]

/** Every route with a schema. Only the upload, a form with a file, has none. */
export const restEndpoints = (): NamedEndpoint[] => [...endpointsOf(contract), ...REST_ONLY]

export function splitRoute({ route }: Endpoint) {
  const [method, url] = route.split(' ')
  // The type of a route is `METHOD /path`.
  return { method: method as 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: url! }
}

/** The status of a successful REST answer. */
export const statusOf = ({ reply, status = 200 }: Endpoint) => (reply === 'empty' ? 204 : status)
