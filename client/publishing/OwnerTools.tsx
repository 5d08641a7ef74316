import type { ListedBook } from '../../domain/publishing/api.ts'
import type { Person } from '../../domain/publishing/person.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { late } from '../ui/loading/late.tsx'

const NewItem = late(async () => (await import('./writing/NewItem.tsx')).NewItem)

interface Props {
  data: { person: Person; books: readonly ListedBook[] }
  /** The group whose page shows the form; null on the person's page. */
  book: { id: number } | null
}

/** Adds items. Loads only for the owner (PUB-035, PUB-037). */
export function OwnerTools({ data: { person, books }, book }: Props) {
  return (
    <MayCreate kind="pages">
      <NewItem key={person.id} person={person} writer={{ username: person.username, groups: books }} book={book} />
    </MayCreate>
  )
}
