import { type ApiError, api } from '../../api.ts'
import { POLL_MS } from '../polling.ts'

export function useSystemStatus() {
  return api.system.status.useQuery({}, { refetchInterval: POLL_MS })
}

/** Why the status could not be loaded: the server’s reason, or that it could not be reached. */
export function statusFailure({ data, message }: Pick<ApiError, 'data' | 'message'>): string {
  return data ? `Failed to fetch status: ${message || 'Unknown error'}` : 'Error connecting to server'
}
