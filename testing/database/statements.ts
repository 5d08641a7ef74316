import { Client } from 'pg'
import { vi } from 'vitest'

/**
 * Counts the statements that reach the database during the work.
 * @param about counts only statements that contain this text
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
