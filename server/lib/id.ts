import { refuse } from '../../domain/lib/refusal.ts'

/** Reads an id from an address. @throws Refused 404 for any other text */
export function readId(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : refuse({ kind: 'notFound' })
}

/** Reads a slug or an id from an address. A slug is never a number (D-40). The id is -1 when the text is not one. */
export function readSlugOrId(slugOrId: string): { slug: string; id: number } {
  return { slug: slugOrId, id: /^\d{1,15}$/.test(slugOrId) ? Number(slugOrId) : -1 }
}
