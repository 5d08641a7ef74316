/** Items that people write, in a test. */

import type { Item } from '../domain/publishing/item.ts'
import { storeItem, updateItem } from '../domain/publishing/item-api.ts'
import type { Caller } from './world.ts'

export async function write(person: Caller, body: { title: string } & Record<string, unknown>): Promise<Item> {
  const { item } = await person.call(storeItem, { body })
  return item
}

export async function change(person: Caller, { id }: Item, itemData: Record<string, unknown>): Promise<Item> {
  const { item } = await person.call(updateItem, { params: { item: String(id) }, body: { itemData } })
  return item
}
