import { Client } from 'pg'
import { vi } from 'vitest'

/** How many statements went to the database while this ran. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Client.prototype, 'query')
  await work()
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}
