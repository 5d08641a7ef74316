import { personPage } from '../../domain/publishing/api.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { BookLinks } from './BookLinks.tsx'
import { ItemList } from './ItemList.tsx'

/** What a person writes (PUB-004, PUB-007). */
export function PersonPage() {
  const { person, books, items } = usePage(personPage)
  return (
    <>
      <PageHeading title={person.title} />
      <BookLinks books={books} />
      <ItemList items={items} />
    </>
  )
}
