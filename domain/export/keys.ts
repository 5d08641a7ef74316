/** The keys of restored rows. An export names its account, so that each row has the same key in every restore. */

/** The request key of a row. @param source names the hut and the account that the row comes from */
export function movedKey(source: string, section: string, id: number | string): string {
  return `${source}.${section}.${id}`
}

export const itemKey = (source: string, id: number): string => movedKey(source, 'items', id)

/** Names the account of an export: its id and the moment of its registration, which no other account shares. */
export function sourceOf({ id, created_at }: { id: number; created_at: string }): string {
  return `moved.${id}.${Date.parse(created_at).toString(36)}`
}
