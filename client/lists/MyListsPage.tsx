import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { Link } from 'react-router'
import { type ActivityList, myListsPage } from '../../domain/lists/api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './lists.module.css'
import { NewListForm } from './NewListForm.tsx'

export function MyListsPage() {
  const page = usePersonalPage(myListsPage)
  const user = useUser()
  return (
    <>
      <MyHeading title="My Lists" />
      {!user ? (
        <SignInPrompt actionText="to keep lists of activities" />
      ) : !page ? (
        <Loading />
      ) : (
        <>
          <NewListForm />
          <Lists lists={page.activity_lists} />
        </>
      )}
    </>
  )
}

function Lists({ lists }: { lists: readonly ActivityList[] }) {
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
