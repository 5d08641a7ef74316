import { refuse } from '../../domain/lib/refusal.ts'

/** The number in an address; null for anything else. */
export function readId(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : refuse({ kind: 'notFound' })
}
