/** Outbox items in the browser's storage, as an earlier page leaves them. */

import { contractName, type Item } from '../../client/outbox/item.ts'
import type { Endpoint } from '../../domain/lib/endpoint.ts'

export function itemOf(endpoint: Pick<Endpoint, 'method' | 'path'>, more: Partial<Item> = {}): Item {
  return {
    key: 'kept-key',
    person: 1,
    contract: contractName(endpoint),
    body: {},
    doneAt: Date.UTC(2026, 4, 1, 9, 59),
    scope: 'scope',
    text: 'Something',
    seen: null,
    order: 1,
    tries: 0,
    notBefore: 0,
    retryAt: 0,
    refused: null,
    ...more
  }
}

export function keep(item: Item): void {
  localStorage.setItem(`outbox:${item.person}:${item.key}`, JSON.stringify(item))
}

export function stored(): Item[] {
  return Object.keys(localStorage)
    .filter(name => name.startsWith('outbox:'))
    .map(name => JSON.parse(localStorage.getItem(name) ?? '') as Item)
    .sort((a, b) => a.order - b.order)
}
