import { Client } from 'pg'
import { vi } from 'vitest'

/**
 * How many statements went to the database while this ran.
 * @param about counts only those whose text contains it
 */
export async function statementsOf(work: () => Promise<unknown>, about = ''): Promise<number> {
  const spy = vi.spyOn(Client.prototype, 'query')
  await work()
  const count = spy.mock.calls.filter(([config]) => textOf(config).includes(about)).length
  spy.mockRestore()
  return count
}

function textOf(config: unknown): string {
  return typeof config === 'string' ? config : (config as { text: string }).text
}
