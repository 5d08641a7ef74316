import { useLocation, useSearchParams } from 'react-router'
import { isModerator } from '../../domain/accounts/user.ts'
import type { itemPage, personPage } from '../../domain/publishing/api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { useUser } from '../lib/user.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import { Pager, pageNumber, pageOf } from '../ui/Pager.tsx'
import { useWithoutRemoving } from '../ui/rows/remove-soon.ts'
import { ItemCard } from './ItemCard.tsx'
import classes from './publishing.module.css'
import { deletionPath, itemsOf } from './publishing.ts'
import { StatusButton } from './StatusButton.tsx'
import { DeleteItem } from './writing/DeleteItem.tsx'
import type { Writer } from './writing/ItemForm.tsx'

const OwnItems = late(async () => (await import('./OwnItems.tsx')).OwnItems, <Loading />)

interface Props {
  /** The contract of the page that shows the items. */
  page: typeof personPage | typeof itemPage
  items: readonly Item[]
  isOwner: boolean
  writer: Writer
}

/** A page of items. Their owner can edit them (PUB-007, PUB-044, PUB-045). */
export function ItemList({ page, items: all, isOwner, writer }: Props) {
  const { pathname } = useLocation()
  const number = pageNumber(useSearchParams()[0])
  const items = useWithoutRemoving(all, deletionPath)
  return (
    <>
      {isOwner ? (
        <OwnItems items={items} number={number} load={other => itemsOf(page, pathname, other)} writer={writer} />
      ) : (
        <ul className={classes.items} aria-label="Items">
          {pageOf(items).map(item => (
            <li key={item.id}>
              <ErrorBoundary what="this text">
                <ItemCard item={item} tools={<AdminTools item={item} />} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      <Pager rows={items} />
    </>
  )
}

/** A moderator may unpublish and delete texts of others (D-117, D-148). */
export function AdminTools({ item }: { item: Item }) {
  if (!isModerator(useUser())) return null
  return (
    <div className={classes.tools}>
      <StatusButton item={item} />
      <DeleteItem item={item} onDeleted={() => {}} />
    </div>
  )
}
