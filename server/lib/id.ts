import { refuse } from '../../domain/lib/refusal.ts'

/** The number in an address; null for anything else. */
export function readId(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : refuse({ kind: 'notFound' })
}

/** What an address names: by slug, or by id where it is a number, as a slug never is (D-40). */
export function readSlugOrId(slugOrId: string): { slug: string; id: number } {
  return { slug: slugOrId, id: /^\d{1,15}$/.test(slugOrId) ? Number(slugOrId) : -1 }
}
