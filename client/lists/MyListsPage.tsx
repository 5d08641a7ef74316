import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { Link } from 'react-router'
import { type ActivityList, myListsPage } from '../../domain/lists/api.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { MyPage } from '../my/MyPage.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { useWithoutRemoving } from '../ui/rows/remove-soon.ts'
import classes from './lists.module.css'
import { deletionPath } from './lists.ts'
import { NewListForm } from './NewListForm.tsx'

export function MyListsPage() {
  return (
    <MyPage title="My Lists" actionText="to keep lists of activities" page={usePersonalPage(myListsPage)}>
      {({ activity_lists }) => (
        <>
          <ApprovedOnly>
            <NewListForm />
          </ApprovedOnly>
          <Lists lists={activity_lists} />
        </>
      )}
    </MyPage>
  )
}

function Lists({ lists: all }: { lists: readonly ActivityList[] }) {
  const lists = useWithoutRemoving(all, deletionPath)
  if (lists.length === 0) {
    return <EmptyState icon={<IconListDetails size={40} aria-hidden />} text="You haven't created any lists yet." />
  }
  return (
    <>
      <ul className={classes.lists}>
        {pageOf(lists).map(list => (
          <li key={list.id}>
            <Link to={`/my/lists/${list.id}`} className={classes.list}>
              <span className={classes.title}>{list.title}</span>
              <span className={classes.count}>{list.count === 1 ? '1 activity' : `${list.count} activities`}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager rows={lists} />
    </>
  )
}
