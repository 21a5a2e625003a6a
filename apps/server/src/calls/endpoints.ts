import {
  type Contract,
  contract,
  type Endpoint,
  previewSite,
  recordView,
  uploadImage,
  uploadImport,
} from '@nightdesk/contracts'

export type EndpointPath = {
  [F in keyof typeof contract & string]: `${F}.${keyof (typeof contract)[F] & string}`
}[keyof typeof contract & string]

/** Each with its tRPC path, such as `articles.publish`. */
export const endpointsOf = (contract: Contract) =>
  Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      path: `${feature}.${name}`,
      feature,
      name,
      endpoint,
    })),
  )

/** Routes beside the contract, which typed clients do not call. */
export const REST_ONLY = endpointsOf({
  published: { view: recordView },
  media: { upload: uploadImage },
  imports: { create: uploadImport },
  site: { preview: previewSite },
})

export const restEndpoints = () => [...endpointsOf(contract), ...REST_ONLY]

export function splitRoute({ route }: Endpoint) {
  const [method, url] = route.split(' ')
  // The type of a route is `METHOD /path`.
  return { method: method as 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: url! }
}

export const statusOf = ({ reply, status = 200 }: Endpoint) => (reply === 'empty' ? 204 : status)
