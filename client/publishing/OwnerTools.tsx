import type { ListedBook } from '../../domain/publishing/api.ts'
import type { Person } from '../../domain/publishing/person.ts'
import { late } from '../ui/loading/late.tsx'

const NewItem = late(async () => (await import('./writing/NewItem.tsx')).NewItem)

interface Props {
  data: { person: Person; books: readonly ListedBook[] }
  /** On whose page it stands; null on the person's. */
  book: { id: number } | null
}

/** What the owner adds items with, loaded for nobody else (PUB-035, PUB-037). */
export function OwnerTools({ data: { person, books }, book }: Props) {
  return <NewItem key={person.id} person={person} writer={{ username: person.username, groups: books }} book={book} />
}
