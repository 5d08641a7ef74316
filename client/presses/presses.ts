/** My press addresses, and actions on them. The caller shows refusals. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '../../domain/presses/api.ts'
import { call } from '../lib/api.ts'

const QUERY = ['press addresses']

/** All of mine, the newest first. */
export function usePressAddresses() {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: QUERY,
    queryFn: async () => (await call(api.getPressAddresses)).press_addresses,
    staleTime: 0
  })
  const change = (to: (all: api.PressAddress[]) => api.PressAddress[]): void => {
    client.setQueryData<api.PressAddress[]>(QUERY, all => all && to(all))
  }
  return {
    addresses: data,
    error,
    /** Creates an address and returns it, because no other call shows it again. */
    async create(goal_id: number, ql_button_uuid: string | null): Promise<string> {
      const { path, press_address } = await call(api.createPressAddress, { body: { goal_id, ql_button_uuid } })
      change(all => [press_address, ...all])
      return new URL(path, location.href).href
    },
    async end(id: number): Promise<void> {
      await call(api.endPressAddress, { params: { press: String(id) } })
      change(all => all.filter(one => one.id !== id))
    }
  }
}
