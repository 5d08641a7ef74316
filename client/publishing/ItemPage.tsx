import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import { itemPage } from '../../domain/publishing/api.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { crumbsOf } from './crumbs.ts'
import { ItemList } from './ItemList.tsx'

/** An item with its neighbours in its book, or a book with what is in it (PUB-005, PUB-011). */
export function ItemPage() {
  const { item, items, breadcrumbs, previous, next } = usePage(itemPage)
  return (
    <>
      <PageHeading title={item.title} crumbs={crumbsOf(breadcrumbs)} />
      <RichText html={item.content} />
      {item.is_book === 1 && <ItemList items={items} />}
      <Group component="nav" justify="space-between" aria-label="Neighbours" mt="xl">
        {previous && (
          <Anchor component={Link} to={previous.path} rel="prev">
            Previous: {previous.title}
          </Anchor>
        )}
        {next && (
          <Anchor component={Link} to={next.path} rel="next">
            Next: {next.title}
          </Anchor>
        )}
      </Group>
    </>
  )
}
