/** What people did, and what the hut answered. */
import type { Item } from '../../client/outbox/item.ts'
import type { RoomEvent } from '../../domain/socket/messages.ts'
import type { Actor } from './scheduler.ts'

export interface Pressed extends Pick<Item, 'key' | 'person' | 'contract' | 'body'> {
  outcome: 'open' | 'acknowledged' | 'refused'
  /** The reason of a refusal. */
  reason?: string
}

export interface Journal {
  presses: Map<string, Pressed>
  problems: string[]
  pressed: (press: Omit<Pressed, 'outcome'>) => void
  acknowledged: (item: Item, response: unknown) => void
  refused: (item: Item, error: unknown) => void
  heard: (browser: Actor, before: number, event: RoomEvent) => void
}

export function createJournal(): Journal {
  const presses = new Map<string, Pressed>()
  const problems: string[] = []
  const find = (key: string): Pressed => presses.get(key) as Pressed
  return {
    presses,
    problems,
    pressed: press => void presses.set(press.key, { ...press, outcome: 'open' }),
    acknowledged: ({ key }) => {
      find(key).outcome = 'acknowledged'
    },
    refused: ({ key }, error) => {
      Object.assign(find(key), { outcome: 'refused', reason: (error as Error).message })
    },
    heard(browser, before, { seq }) {
      if (seq !== before + 1) problems.push(`${browser.name} got event ${seq} after ${before}`)
    }
  }
}
